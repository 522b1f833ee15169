import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkOrCopy } from './originals.ts'

test('a film that two requests publish at the same moment takes its room once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [original, published] = [join(folder, 'original'), join(folder, 'pour.mp4')]
  writeFileSync(original, 'a film')
  // All four calls find that the file is missing before the first call is done.
  await Promise.all(Array.from({ length: 4 }, () => linkOrCopy(original, published)))
  expect(readFileSync(published, 'utf8')).toBe('a film')
  expect(statSync(published).ino).toBe(statSync(original).ino)
})
