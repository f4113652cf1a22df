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
# # How often a deal can be won
#
# Solvable deals by draw count, passes through the stock and worrying back, with every card known.
# `experiments/solvability.py` made the files that are read here; undecided deals count both ways in every
# interval.

# %%
# %matplotlib inline
from experiments import page
from experiments.charts import draws_chart, ease_chart, passes_chart
from experiments.files import read
from experiments.shares import Shares

by_passes = read("solvability-passes.json")
by_draws = read("solvability-draws.json")

# %% [markdown]
# ## By passes and worrying back

# %%
passes_chart(by_passes)

# %%
print(page.sample(Shares(by_passes)))
print(page.passes_table(Shares(by_passes)))
print(page.reading_of_passes(Shares(by_passes)))

# %% [markdown]
# What one more pass adds on the same deals, worrying back on:

# %%
print(page.steps_table(Shares(by_passes)))

# %% [markdown]
# ## By draw count

# %%
draws_chart(by_draws)

# %%
print(page.sample(Shares(by_draws)))
print(page.draws_table(Shares(by_draws)))

# %% [markdown]
# ## Beside what is published

# %%
print(page.published_table(Shares(by_passes), Shares(by_draws)))
print(page.reading_of_published(Shares(by_passes), Shares(by_draws)))

# %% [markdown]
# ## How easy the winnable deals are

# %%
ease_chart(page.LISTS)
