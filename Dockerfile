# The image of a release: one static binary, no shell, not root. The context has a directory for each platform, with its karplint.
FROM scratch
ARG TARGETPLATFORM
COPY ${TARGETPLATFORM}/karplint /karplint
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/karplint"]
