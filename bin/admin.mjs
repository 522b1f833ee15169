import { requireNode } from './node-version.mjs'

requireNode()
await import('../api/commands/admin.ts')
