import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Tabs that were opened on an older build fetch their chunks from these. */
const KEPT_BUILDS = 4

/** A folder of its own for each build, so that nothing changes under a server that is running. */
export function newBuildIn(dist: string): string {
  const time = new Date().toISOString().replace(/\D/g, '')
  return join(dist, 'builds', `${time}-${process.pid}`)
}

/** From now on `dist/web` leads to this build. A server that starts then serves it; one that is running goes on with its own. */
export function publishBuild(dist: string, build: string): void {
  const link = join(dist, 'web')
  const next = join(dist, `web-${process.pid}`)
  keepFormerFolder(dist, link)
  const isWindows = process.platform === 'win32'
  symlinkSync(isWindows ? build : relative(dist, build), next, isWindows ? 'junction' : 'dir')
  // Windows renames over nothing.
  if (isWindows) rmSync(link, { force: true })
  renameSync(next, link)
  removeOldBuilds(join(dist, 'builds'))
}

/** Before builds had folders of their own, `dist/web` was one. */
function keepFormerFolder(dist: string, link: string): void {
  if (!existsSync(link) || lstatSync(link).isSymbolicLink()) return
  mkdirSync(join(dist, 'builds'), { recursive: true })
  rmSync(join(dist, 'builds', '0-former'), { recursive: true, force: true })
  renameSync(link, join(dist, 'builds', '0-former'))
}

function removeOldBuilds(folder: string): void {
  const builds = readdirSync(folder).filter(name => /^\d+-\w+$/.test(name))
  const newestFirst = builds.toSorted((one, other) => Number(other.split('-')[0]) - Number(one.split('-')[0]))
  for (const name of newestFirst.slice(KEPT_BUILDS)) rmSync(join(folder, name), { recursive: true, force: true })
}
