"""``harpan stores``: what is inside stores."""

import json

import click

from harpan_solver.cli.command import Command, Status
from harpan_solver.cli.options import json_option
from harpan_solver.cli.output import write


@click.command(
    cls=Command,
    short_help="Tell what is inside stores.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: harpan stores runs.sqlite",
)
@click.argument("stores", nargs=-1, required=True, metavar="STORE...")
@json_option
def stores(stores: tuple[str, ...], as_json: bool) -> Status:
    """Tell what each STORE holds: by player and rule set the deals won, lost and undecided, and the work.

    Exit status: 0; 2 for a file that is no store.
    """
    from harpan_solver.batch.store import contents

    for path in stores:
        rows = list(contents(path))
        if as_json:
            for row in rows:
                write(json.dumps({"store": path, **row}))
            continue
        write(f"{path}: {sum(row['deals'] for row in rows):,} rows")
        if rows:
            wide = max(10, *(len(row["player"]) for row in rows))
            write(
                f"  {'player':{wide}}  draw  passes     worrying back    deals      won     lost  undecided"
                "     CPU s"
            )
        for row in rows:
            rules = row["rules"]
            write(
                f"  {row['player']:{wide}}  {rules['draw']:4}  {rules['passes'] or 'unlimited':<9}  "
                f"{'on' if rules['worrying_back'] else 'off':13}  {row['deals']:7,}  {row['won']:7,}  "
                f"{row['lost']:7,}  {row['undecided']:9,}  {row['cpu_seconds']:8,.1f}"
            )
    return Status.DONE
