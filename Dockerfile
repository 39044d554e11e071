# syntax=docker/dockerfile:1
# The program alone, for a user without rights, on an image without a shell:
#   docker build -t evolearner .
#   docker run --rm -p 8080:8080 -e EVOLEARNER_TOKEN=a-secret -v evolearner:/data evolearner
#   docker run --rm -v "$PWD":/kb:ro evolearner learn /kb/kb.owl --target-class Father

# The image of Rust has the C compiler that SQLite needs.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist -p evolearner \
    && mkdir -p /out/data \
    && cp target/dist/evolearner /out/evolearner

# The C library of the same Debian, certificates, and a user `nonroot`; nothing else.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/evolearner /usr/local/bin/evolearner
# A volume takes its owner from the folder that it is mounted on first.
COPY --from=build --chown=nonroot:nonroot /out/data /data
VOLUME /data
EXPOSE 8080
USER nonroot
ENTRYPOINT ["/usr/local/bin/evolearner"]
# Beyond the container the server listens only with a token, from EVOLEARNER_TOKEN or `--token`.
CMD ["serve", "--bind", "0.0.0.0:8080", "--data", "/data"]
