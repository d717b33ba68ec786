"""What a job changes of the settings: its file may be somebody else's, though it is run knowingly.

So no key is sent to an address that only the job names, and what could run code is the user's to
name: a pipeline of a folder, a model of a hub, a cluster that takes and sends back programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kgplatform.errors import UsageError
from kgplatform.ingest.job.spec import Job
from kgplatform.progress import NOTICES
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.settings_files import ENVIRONMENT_PREFIX, needs_trust

__all__ = ["resources_for", "settings_for"]


@contextmanager
def resources_for(resources: Resources, job: Job) -> Iterator[Resources]:
    """Give resources with the models that a job names, or these where it names no others.

    Raises:
        UsageError: the job names what only the user may, or is for several processes, which cannot
            have a model that was given to this one.
    """
    if resources.has_given_models and (job.engine.name != "local" or (job.engine.workers or 1) > 1):
        raise UsageError(
            "A model that was given as an object stays in its process: run the job with the local "
            "engine and one worker, or name the models in the settings."
        )
    settings = settings_for(resources.settings, job)
    if settings == resources.settings:
        yield resources
        return
    with resources.replace_settings(settings) as others:
        yield others


def settings_for(settings: Settings, job: Job) -> Settings:
    """Return the settings with the models that a job names.

    Raises:
        UsageError: the job names what only the user may.
    """
    given = {name: value for name, value in job.models if value is not None}
    for name, value in given.items():
        if value != getattr(settings, name) and (reason := needs_trust(name, value)):
            raise _not_the_jobs(f"models.{name}", value, name, f"which {reason}")
    address = job.engine.address
    if address not in (None, settings.ray_address):
        raise _not_the_jobs("engine.address", address, "ray_address", "which takes programs")
    if given.get("chat_base_url") not in (None, settings.chat_base_url):
        NOTICES.info(
            "The job has its own chat endpoint, %s: no key is sent there.", given["chat_base_url"]
        )
        given["chat_api_key"] = None
    return settings.model_copy(update=given)


def _not_the_jobs(key: str, value: object, setting: str, why: str) -> UsageError:
    return UsageError(
        f"The job's '{key}' is '{value}', {why}: if you trust it, set "
        f"{ENVIRONMENT_PREFIX}{setting.upper()} to it as well."
    )
