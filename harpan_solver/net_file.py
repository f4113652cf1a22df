"""The trained net that playouts go by, and how it is kept.

``python -m experiments.train_net`` makes it.
"""

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harpan_solver.errors import InputError
from harpan_solver.kernels.inputs import INPUTS
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


def read_net(path: Path) -> Net:
    """The net that a file keeps, in whole numbers.

    What is added to the outputs has the weight of a hidden unit's value of 1.

    Raises:
        InputError: the file cannot be read, or holds no net of this version.
    """
    try:
        with path.open("rb") as file, np.load(file) as kept:
            inputs, biases, outputs = kept["inputs"], kept["biases"], kept["outputs"]
    except Exception as error:
        # What a damaged archive raises is up to zipfile, zlib, tokenize and NumPy.
        raise InputError(
            f"net {path}: cannot be read ({error}); it is part of the package, as installed or checked out"
        ) from None
    hidden = biases.size
    shapes = (inputs.shape, biases.shape, outputs.shape)
    whole = all(array.dtype == np.int16 for array in (inputs, biases, outputs))
    if shapes != ((INPUTS, hidden), (hidden,), (hidden + 1,)) or not hidden or not whole:
        raise InputError(
            f"net {path}: not of this version; it is part of the package, as installed or checked out"
        )
    outputs = outputs.astype(np.int64)
    outputs[-1] *= ONE_WEIGHT
    return Net(inputs.astype(np.int32), biases.astype(np.int32), outputs, 1.0 / ONE_WEIGHT**2)


def blank_net() -> Net:
    """A net in whole numbers, with one hidden unit, that takes every position for even."""
    return Net(
        inputs=np.zeros((INPUTS, 1), np.int32),
        biases=np.zeros(1, np.int32),
        outputs=np.zeros(2, np.int64),
        unit=1.0 / ONE_WEIGHT**2,
    )
