#!/usr/bin/env bash
# A real S3 server: OpenStack Swift on this machine, until Ctrl-C ends it. As root, on Debian:
#   apt install --no-install-recommends swift-proxy swift-account swift-container swift-object
#   bash api/media/testing-swift.sh
# Then run the line that it prints in another terminal.
set -euo pipefail
port=${1:-18080}
project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'kill $(jobs -p); rm -rf "$folder"' EXIT
mkdir -p "$folder/devices/d1"
cd "$folder"

printf '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n[storage-policy:0]\nname = one\ndefault = yes\n' >swift.conf
common="bind_ip = 127.0.0.1
workers = 0
swift_dir = $folder
user = swift
log_level = ERROR"

number=$port
for kind in account container object; do
  number=$((number + 1))
  swift-ring-builder $kind.builder create 4 1 1
  swift-ring-builder $kind.builder add r1z1-127.0.0.1:$number/d1 1
  swift-ring-builder $kind.builder rebalance
  printf '[DEFAULT]\n%s\nbind_port = %s\ndevices = %s\nmount_check = false\n[pipeline:main]\npipeline = %s-server\n[app:%s-server]\nuse = egg:swift#%s\n' \
    "$common" "$number" "$folder/devices" $kind $kind $kind >$kind.conf
done >/dev/null

filters="catch_errors cache s3api tempauth copy slo dlo"
{
  printf '[DEFAULT]\n%s\nbind_port = %s\n[pipeline:main]\npipeline = %s proxy-server\n' "$common" "$port" "$filters"
  printf '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
  for filter in $filters; do printf '[filter:%s]\nuse = egg:swift#%s\n' $filter ${filter/#cache/memcache}; done
} >proxy.conf
sed -i '/^\[filter:tempauth\]/a user_learning_tester = testing .admin' proxy.conf
sed -i '/^\[filter:s3api\]/a location = us-east-1' proxy.conf

chown -R swift "$folder"
for kind in account container object proxy; do swift-$kind-server "$folder/$kind.conf" & done
# The first request creates the bucket.
until node --input-type=module -e "
import { AwsClient } from '$project/node_modules/aws4fetch/dist/aws4fetch.esm.mjs'
const client = new AwsClient({ accessKeyId: 'learning:tester', secretAccessKey: 'testing', service: 's3', region: 'us-east-1' })
const { ok } = await client.fetch('http://127.0.0.1:$port/learning', { method: 'PUT' })
process.exit(ok ? 0 : 1)" 2>/dev/null; do sleep 1; done
echo "TEST_S3='{\"S3_ENDPOINT\":\"http://127.0.0.1:$port\",\"S3_BUCKET\":\"learning\",\"S3_ACCESS_KEY_ID\":\"learning:tester\",\"S3_SECRET_ACCESS_KEY\":\"testing\"}' npx vitest run api/media/storage/storage.test.ts"
wait
