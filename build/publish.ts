import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Tabs of an older build load their chunks from these folders. */
const KEPT_BUILDS = 4

/** A folder of its own for each build, so that nothing changes under a running server. */
export function newBuildIn(dist: string): string {
  const time = new Date().toISOString().replace(/\D/g, '')
  return join(dist, 'builds', `${time}-${process.pid}`)
}

/** Links `dist/web` to this build. A server that starts later serves it; a running server keeps its own. */
export function publishBuild(dist: string, build: string): void {
  const link = join(dist, 'web')
  const next = join(dist, `web-${process.pid}`)
  keepFormerFolder(dist, link)
  const isWindows = process.platform === 'win32'
  symlinkSync(isWindows ? build : relative(dist, build), next, isWindows ? 'junction' : 'dir')
  // Windows does not rename over an existing link.
  if (isWindows) rmSync(link, { force: true })
  renameSync(next, link)
  removeOldBuilds(join(dist, 'builds'))
}

/** Keeps the build of an earlier version, when `dist/web` was a folder and no link. */
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
