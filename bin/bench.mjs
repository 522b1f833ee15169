import { requireNode } from './node-version.mjs'

requireNode()
await import('../bench/bench.ts')
