# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The work a deal takes
#
# States entered and CPU time, deal by deal; `experiments/effort.py` made the file that is read here. Each
# rule set was searched on its own, on the same deals.

# %%
# %matplotlib inline
from experiments import page
from experiments.charts import effort_chart, rules_in_words
from experiments.files import read

effort = read("effort.json")

# %%
effort_chart(effort)

# %%
print(page.effort_table(effort))

# %% [markdown]
# ## Where the time goes
#
# A few deals take much of it: the share of all CPU time that the ten dearest deals of each rule set take.

# %%
for found in effort["rule_sets"]:
    whole = found["seconds"]["sum"]
    worst = sum(deal["seconds"] for deal in found["worst"])
    print(f"{rules_in_words(found['rules'])}: {worst / whole:.1%} of {whole:.0f} s")

# %% [markdown]
# The dearest of all:

# %%
for found in effort["rule_sets"]:
    deal = found["worst"][0]
    print(f"{rules_in_words(found['rules'])}: {deal['deal']}, {deal['verdict']}, {deal['states']:,} states")
