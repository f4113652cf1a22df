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
# # How often a player wins who does not see the face-down cards
#
# Players by draw count and passes, all on the same deals. `experiments/hidden_cards.py` made the file that is
# read here.

# %%
# %matplotlib inline
from experiments import hidden_page as page
from experiments.charts import players_chart
from experiments.files import read
from experiments.hidden_table import Table

report = read("hidden-cards.json")
found = Table(report)

# %% [markdown]
# ## Shares

# %%
players_chart(report)

# %%
print(page.shares_table(found))
print(page.deals_in_words(found))

# %% [markdown]
# ## Beside what is published

# %%
print(page.published_table(found))

# %% [markdown]
# ## Points and time of an average game

# %%
print(page.means_table(found))

# %% [markdown]
# ## What each rule of thumb is worth, on the same deals

# %%
print(page.tips_table(found))

# %% [markdown]
# ## How much of what can be won is found

# %%
print(page.bound_table(found))

# %% [markdown]
# ## Claims in the sources

# %%
print(page.claims_table(report))
