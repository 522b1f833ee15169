import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { requireNode } from './node-version.mjs'

requireNode()
if (!isBuilt()) {
  console.log('Building the front end…')
  buildApart()
}
// Node caches the compiled files. With the cache, the next start is faster and needs a sixth less memory.
module.enableCompileCache?.()
await import('../api/main.ts')

/**
 * Builds in a process of its own, because Vite sets NODE_ENV to production. In the process of the server, this would
 * forbid a demo.
 */
function buildApart() {
  const program = fileURLToPath(new URL('../build/build.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    stdio: 'inherit',
  })
  if (status === 0) return
  console.error(
    'The front end is missing or older than its sources, and could not be built now: ' +
      'run `npm run build` in this folder as the user who owns it, then start again.',
  )
  process.exit(1)
}

/** Whether dist/ exists and is not older than its sources. */
function isBuilt() {
  const page = new URL('../dist/web/index.html.br', import.meta.url)
  if (!existsSync(page)) return false
  if (isFromRelease()) return true
  const builtAt = statSync(page).mtimeMs
  return ['web', 'contract', 'build'].every(folder => newestIn(new URL(`../${folder}/`, import.meta.url)) <= builtAt)
}

/**
 * A release brings its build, whose folder has the name of the commit. If an older release is unpacked over a newer
 * one, newer sources remain beside this build. They do not matter, and the user of the server may not build.
 */
function isFromRelease() {
  const link = new URL('../dist/web', import.meta.url)
  return lstatSync(link).isSymbolicLink() && /-[0-9a-f]{12}$/.test(readlinkSync(link))
}

function newestIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Math.max(...files.map(file => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}
