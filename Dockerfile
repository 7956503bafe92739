# An image with hotlint and nothing that installs anything: built from this tree, run as a user without rights.
#
#   docker build --tag hotlint .
#   docker run --rm --network none --volume "$PWD:/work:ro" hotlint check templates
#
# `--build-arg EXTRAS=all` installs every extra. The versions are those of requirements/dev.txt.
ARG PYTHON=3.13.5-slim-bookworm
FROM python:${PYTHON} AS build
ARG EXTRAS=policies
WORKDIR /src
COPY . /src
RUN python -m venv --without-pip /opt/hotlint
RUN sed -n 's/^\([a-z0-9][^ ]*==.*[^ ]\) *\\$/\1/p' /src/requirements/dev.txt > /src/pinned.txt \
 && PIP_CONSTRAINT=/src/pinned.txt python -m pip --python /opt/hotlint/bin/python install --no-cache-dir --disable-pip-version-check \
    "/src[${EXTRAS}]"
RUN /opt/hotlint/bin/python -m compileall -q -j 0 /opt/hotlint/lib

FROM python:${PYTHON}
RUN python -m pip uninstall --yes --quiet --root-user-action ignore pip \
 && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin hotlint
COPY --from=build /opt/hotlint /opt/hotlint
ENV PATH=/opt/hotlint/bin:$PATH PYTHONDONTWRITEBYTECODE=1 XDG_CACHE_HOME=/tmp/cache
USER 10001:10001
WORKDIR /work
ENTRYPOINT ["hotlint"]
CMD ["check", "."]
