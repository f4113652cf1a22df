"""The trained net of the player ``playouts``, and how it is kept.

``python -m experiments.train_net`` makes it.
"""

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harpan_solver.kernels.net import ONE_WEIGHT, Net

NET = Path(__file__).parent / "net.npz"
_MOST = np.iinfo(np.int16).max


def _whole(weights: npt.NDArray[Any]) -> npt.NDArray[np.int16]:
    whole: npt.NDArray[np.int16] = np.clip(np.rint(weights * ONE_WEIGHT), -_MOST, _MOST).astype(np.int16)
    return whole


def save_net(net: Net, path: Path) -> None:
    """Writes a net of floating-point weights, rounded to whole numbers."""
    packed = io.BytesIO()
    np.savez_compressed(
        packed, inputs=_whole(net.inputs), biases=_whole(net.biases), outputs=_whole(net.outputs)
    )
    part = path.with_name(path.name + ".part")
    part.write_bytes(packed.getvalue())
    part.replace(path)


def read_net(path: Path = NET) -> Net:
    """The net that a file keeps, in whole numbers.

    What is added to the outputs has the weight of a hidden unit's value of 1.
    """
    with np.load(path) as kept:
        outputs = kept["outputs"].astype(np.int64)
        outputs[-1] *= ONE_WEIGHT
        return Net(
            inputs=kept["inputs"].astype(np.int32),
            biases=kept["biases"].astype(np.int32),
            outputs=outputs,
            unit=1.0 / ONE_WEIGHT**2,
        )
