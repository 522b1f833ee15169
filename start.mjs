import { existsSync, readdirSync, statSync } from 'node:fs'
import { requireNode } from './node-version.mjs'

requireNode()
if (!isBuilt()) {
  console.log('Building the front end…')
  await import('./build/build.ts')
}
await import('./api/main.ts')

/** Whether dist/ is there and not older than what it was made from. */
function isBuilt() {
  const page = new URL('./dist/web/index.html.br', import.meta.url)
  if (!existsSync(page)) return false
  const builtAt = statSync(page).mtimeMs
  return ['web', 'contract', 'build'].every(folder => newestIn(new URL(`./${folder}/`, import.meta.url)) <= builtAt)
}

function newestIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Math.max(...files.map(file => statSync(`${file.parentPath}/${file.name}`).mtimeMs))
}
