import { closeSync, fchmodSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const UNFINISHED = /^\.step-by-step-(\d+)\.part(-journal)?$/

/**
 * Creates an empty file that only its owner may read, whatever the umask. Removes those that killed processes left in
 * this folder.
 */
export function beginFile(folder: string): string {
  for (const name of readdirSync(folder)) {
    const [, pid] = UNFINISHED.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true })
  }
  const file = join(folder, `.step-by-step-${process.pid}.part`)
  const handle = openSync(file, 'wx', 0o600)
  fchmodSync(handle, 0o600)
  closeSync(handle)
  return file
}

export function removeUnfinished(file: string): void {
  for (const name of [file, `${file}-journal`]) rmSync(name, { force: true })
}

/** Returns when the file, or the names in a folder, would survive a power cut. */
export function flushToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** A file with the id of this process was left by an earlier process, because ids are reused. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
