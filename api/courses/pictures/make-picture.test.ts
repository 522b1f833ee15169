import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findOrInstallFfmpeg } from '../films/testing-ffmpeg.ts'
import { makeIcon } from './make-picture.ts'

const hasFfmpeg = await findOrInstallFfmpeg()

test.skipIf(!hasFfmpeg)(
  'four large pictures at once are converted one after another: each needs half a gigabyte while it is',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
    const { PATH } = process.env
    try {
      const [source, noted] = [join(folder, 'photo.png'), join(folder, 'noted')]
      execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=1600x1200', '-frames:v', '1', source])
      const real = execFileSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).trim()
      const noting = `#!/bin/sh\necho begin >> '${noted}'\n'${real}' "$@"\nended=$?\necho end >> '${noted}'\nexit $ended\n`
      writeFileSync(join(folder, 'ffmpeg'), noting)
      chmodSync(join(folder, 'ffmpeg'), 0o755)
      process.env.PATH = `${folder}${delimiter}${PATH}`
      await Promise.all([1, 2, 3, 4].map(one => makeIcon(source, join(folder, `${one}.webp`))))
      expect(readFileSync(noted, 'utf8')).toBe('begin\nend\n'.repeat(4))
    } finally {
      process.env.PATH = PATH
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
