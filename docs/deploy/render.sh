#!/usr/bin/env bash
# Writes kubernetes.yaml from the chart, for clusters without Helm and for the test beside it. Needs Helm 3.8 or later.
set -euo pipefail
cd "$(dirname "$0")"
helm lint --strict helm
digest=$(find helm -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1)
{
  echo "# Made by render.sh from the chart in helm/: change that. Chart sha256: $digest"
  helm template step-by-step helm
} >kubernetes.yaml
