/* Deals of harpan:N, written from the description in harpan_solver/deals/harpan.py and from nothing else.
   Usage: golden_harpan NUMBER...  prints "number,cards" lines. golden_harpan.csv was written by it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint64_t word(void)
{
    uint64_t z = (state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint64_t below(uint64_t size)
{
    uint64_t left_over = (UINT64_MAX % size + 1) % size; /* 2^64 mod size */
    uint64_t drawn;
    do
        drawn = word();
    while (drawn > UINT64_MAX - left_over);
    return drawn % size;
}

int main(int count, char **numbers)
{
    puts("number,cards");
    for (int k = 1; k < count; k++) {
        int pack[52];
        for (int i = 0; i < 52; i++)
            pack[i] = i;
        state = strtoull(numbers[k], NULL, 10);
        for (int i = 51; i > 0; i--) {
            int j = (int)below((uint64_t)i + 1);
            int card = pack[i];
            pack[i] = pack[j];
            pack[j] = card;
        }
        printf("%s,", numbers[k]);
        for (int i = 0; i < 52; i++)
            printf("%c%c", "A23456789TJQK"[pack[i] / 4], "CDHS"[pack[i] % 4]);
        puts("");
    }
    return 0;
}
