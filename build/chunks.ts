import { fileURLToPath } from 'node:url'
import { VITE_LOADER } from './load-chunks.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

type Chunk = {
  /** Files, and folders with everything in them. */
  modules?: string[]
  /** Files of these folders that stay with the code that needs them. Styles always do. */
  except?: string[]
  /** Names of npm packages. */
  packages?: string[]
  /** A module goes in only if at least this many chunks need it. */
  minShareCount?: number
  priority?: number
}

/**
 * The modules that share a chunk. Fewer and larger files compress better; code for signed-in people only stays
 * separate. The test beside it fails if a path is gone; `npm run bench -- sizes` shows the cost of a change.
 */
export const chunks: Record<string, Chunk> = {
  // Runs in every browser, also in those that lack what the other chunks need.
  'load-chunk': { modules: [VITE_LOADER, 'web/load-chunk.ts'], priority: 1 },
  frame: {
    packages: ['react', 'react-dom', 'scheduler', 'use-intl', 'icu-minify'],
    // Otherwise it would go into `outbox`, and the sign-in would load all of that.
    modules: ['web/ui/lazy.ts'],
  },
  data: { packages: ['idb', '@tanstack/query-core', '@tanstack/react-query'] },
  common: {
    minShareCount: 2,
    modules: [
      'contract/',
      'web/analytics/',
      'web/api.ts',
      'web/i18n/',
      'web/router/',
      'web/session.ts',
      'web/settings/',
      'web/shell/',
      'web/ui/',
    ],
    // No screen needs these at its start.
    except: [
      'contract/calls/stock-fingerprints.ts',
      'contract/calls/stock-messages.ts',
      'contract/inbox/',
      'contract/messages.ts',
      'contract/pages/',
      'contract/push.ts',
      'contract/sign-in/',
      'contract/text/encoded-text.ts',
      'contract/text/fingerprint.ts',
      'web/ui/dialog.tsx',
      'web/ui/field.tsx',
      'web/ui/load-failed.tsx',
      'web/ui/own-script.ts',
      'web/ui/server-error-text.ts',
      'web/ui/switch.tsx',
    ],
  },
  // Code that sends recordings and messages is loaded with the code that creates them.
  outbox: {
    modules: [
      'web/messages/messenger.ts',
      'web/create-store.ts',
      'web/outbox/senders/senders.ts',
      'web/outbox/deliver.ts',
      'web/outbox/drafts/draft-place.ts',
      'web/outbox/drafts/drafts.ts',
      'web/outbox/refused-answers.ts',
      'web/outbox/outbox.ts',
      'web/outbox/items/page-log-item.ts',
      'web/outbox/phone-database.ts',
      'web/outbox/retry-pause.ts',
      'web/outbox/retry-refused.ts',
      'web/outbox/store.ts',
    ],
  },
}

/** For Vite: the groups of the table. */
export function chunkGroups() {
  return Object.entries(chunks).map(([name, { minShareCount, priority, ...chunk }]) => ({
    name,
    test: (id: string) => isIn(chunk, id),
    ...(minShareCount === undefined ? {} : { minShareCount }),
    ...(priority === undefined ? {} : { priority }),
  }))
}

/** Whether a file is part of a chunk that is loaded before any lazy one. */
export function isLoadedFirst(file: string): boolean {
  return ['frame', 'common', 'app', 'load-chunk', 'rolldown-runtime'].some(name => file.startsWith(`assets/${name}-`))
}

function isIn({ modules = [], except = [], packages = [] }: Chunk, id: string): boolean {
  const [, inPackages] = id.split('/node_modules/')
  if (inPackages !== undefined) return packages.some(name => inPackages.startsWith(`${name}/`))
  const path = id.replace(ROOT, '')
  if (path.endsWith('.css') || except.some(place => isAt(place, path))) return false
  return modules.some(place => isAt(place, path))
}

function isAt(place: string, path: string): boolean {
  return path === place || (place.endsWith('/') && path.startsWith(place))
}
