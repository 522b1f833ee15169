import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { keptPieces } from './recorder.ts'

const SAMPLES_A_FRAME = 1152
const TOLERANCE_SECONDS = 0.3

/**
 * Measures the possible length of the recording. It is at least the time from the sign that the recorder listens to the
 * press that ends it, and at most the time between the two presses. On a busy machine a press and its sign can be far
 * apart.
 */
export async function takeTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let [pressedAt, beganAt] = [Number.NaN, Number.NaN]
    new MutationObserver(() => {
      if (!document.querySelector('.is-recording')) beganAt = Number.NaN
      else if (Number.isNaN(beganAt)) beganAt = performance.now()
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
    const end = () => {
      const seconds = [beganAt, pressedAt].map(since => (performance.now() - since) / 1000)
      if (!Number.isNaN(beganAt)) sessionStorage.setItem('spoken', JSON.stringify(seconds))
    }
    const press = () => {
      end()
      if (document.querySelector('.is-idle')) pressedAt = performance.now()
    }
    addEventListener('click', press, true)
    addEventListener('pagehide', end)
  })
}

/** The shortest and the longest possible length of the last recording, in seconds. */
export async function timeTaken(page: Page, { lost = 0 } = {}): Promise<{ atLeast: number; atMost: number }> {
  const spoken = await page.evaluate(() => sessionStorage.getItem('spoken'))
  const [atLeast, atMost] = JSON.parse(spoken ?? '')
  return { atLeast: atLeast - TOLERANCE_SECONDS - lost, atMost: atMost + TOLERANCE_SECONDS }
}

/** Checks the mp3 by another decoder than ours: mono, 160 kbit/s, and as long as the person spoke. */
export async function expectGoodMp3(
  page: Page,
  { atLeast, atMost }: { atLeast: number; atMost: number },
): Promise<void> {
  const mp3 = Buffer.concat((await keptPieces(page)).map(piece => Buffer.from(piece.mp3, 'base64')))
  const of = 'stream=codec_name,channels,bit_rate,sample_rate,nb_read_frames'
  const words = ['-v', 'error', '-f', 'mp3', '-count_frames', '-show_entries', of, '-of', 'json', '-']
  const { stdout, stderr, error } = spawnSync('ffprobe', words, { input: mp3, encoding: 'utf8' })
  if (error) {
    test.info().annotations.push({ type: 'not checked', description: 'the mp3: there is no ffprobe on this machine' })
    return
  }
  expect(stderr, 'a decoder has nothing to complain of').toBe('')
  const [stream] = JSON.parse(stdout).streams
  expect(stream).toMatchObject({ codec_name: 'mp3', channels: 1, bit_rate: '160000' })
  const heard = (stream.nb_read_frames * SAMPLES_A_FRAME) / stream.sample_rate
  expect(heard).toBeGreaterThan(atLeast)
  expect(heard).toBeLessThan(atMost)
}
