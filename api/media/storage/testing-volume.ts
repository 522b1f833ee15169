import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryToInstall } from '../../../testing/apt.ts'

export type FileSystem = 'XFS' | 'ext4'

/**
 * More than the free gigabyte that files of authors need. The image is sparse, so bytes that are not written take no
 * room.
 */
const BYTES = 4 * 1024 ** 3
const PROGRAMS = ['xfs_io', 'mkfs.xfs', 'mkfs.ext4']
/** After PostgreSQL is killed, its last processes use the volume for a moment longer. */
const BUSY_LIMIT_MS = 20_000
const BUSY_LOOK_MS = 50

/** Why this machine has no volume that can lose its power; undefined if it has. */
export function whyNoVolume(): string | undefined {
  if (userInfo().uid !== 0) return 'only root can mount a volume'
  if (!existsSync('/dev/loop-control')) return 'this machine has no loop devices'
  if (!hasVolumePrograms()) tryToInstall('xfsprogs', 'e2fsprogs')
  if (!hasVolumePrograms()) return `${PROGRAMS.join(', ')} are needed (apt install xfsprogs e2fsprogs)`
  try {
    void new Volume('ext4').remove()
  } catch (error) {
    return `no volume can be mounted: ${(error as Error).message}`
  }
}

export function hasVolumePrograms(): boolean {
  return PROGRAMS.every(name => ['/usr/sbin', '/sbin', '/usr/bin'].some(folder => existsSync(join(folder, name))))
}

/** A file system in a file, which can lose its power. After that it has all that was flushed, and perhaps some more. */
export class Volume {
  readonly folder = mkdtempSync(join(tmpdir(), 'step-by-step-volume-'))
  readonly #image = `${this.folder}.img`

  constructor(fileSystem: FileSystem) {
    writeFileSync(this.#image, '')
    truncateSync(this.#image, BYTES)
    run(fileSystem === 'XFS' ? 'mkfs.xfs' : 'mkfs.ext4', '-q', this.#image)
    this.#mount()
  }

  /** Stores everything that was written until now. */
  flush(): void {
    run('sync', '-f', this.folder)
  }

  /** From now on nothing reaches the disk, not even the log of the file system. */
  losePower(): void {
    run('xfs_io', '-x', '-c', 'shutdown', this.folder)
  }

  /** All programs that used the volume must have ended. */
  async comeBack(): Promise<void> {
    await this.#unmount()
    this.#mount()
  }

  async remove(): Promise<void> {
    await this.#unmount()
    for (const path of [this.folder, this.#image]) rmSync(path, { recursive: true, force: true })
  }

  #mount(): void {
    run('mount', '-o', 'loop', this.#image, this.folder)
  }

  async #unmount(): Promise<void> {
    for (const deadline = performance.now() + BUSY_LIMIT_MS; ; await sleep(BUSY_LOOK_MS)) {
      try {
        return run('umount', this.folder)
      } catch (error) {
        if (performance.now() > deadline) throw error
      }
    }
  }
}

function run(program: string, ...words: string[]): void {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] })
}
