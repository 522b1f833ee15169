import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { findHeadlessShell } from '../chromium.ts'
import { answer, cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, talk } from '../messages/talking.ts'
import { test } from '../own-server.ts'
import { bringIn, progressOf } from '../people.ts'
import { NOTHING_MOVES, withoutWindow } from '../playwright.config.ts'
import { finishPage, goInside } from '../study.ts'
import { expect } from '../test.ts'
import { hasAllScreens, untilSaved } from './saved.ts'

const FLAGS = [...withoutWindow.args, '--headless=new', NOTHING_MOVES]

/** A browser whose folder stays when the browser is killed. */
class Phone {
  readonly #folder = mkdtempSync(join(tmpdir(), 'phone-'))
  #process: ChildProcess | undefined

  async open(): Promise<Page> {
    const args = [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${this.#folder}`, 'about:blank']
    const child = spawn(findHeadlessShell() as string, args, {
      // The browser is in a process group of its own: Debian's command may be a script that starts the browser.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    for await (const line of createInterface(child.stderr)) {
      const [, url] = /DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (!url) continue
      child.stderr.resume()
      const [context] = (await chromium.connectOverCDP(url)).contexts()
      return (await context?.newPage()) as Page
    }
    throw new Error('the browser did not start')
  }

  /** Whether the local storage on the disk has these words. The browser writes them seconds later. */
  hasStored(words: string): boolean {
    const folder = join(this.#folder, 'Default', 'Local Storage', 'leveldb')
    return readdirSync(folder)
      .filter(name => name.endsWith('.log'))
      .some(name => readFileSync(join(folder, name)).includes(words))
  }

  /** Kills the browser, as a phone does that needs the memory or has an empty battery. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-(child.pid as number), 'SIGKILL')
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

test('what Noura answered and typed without a network is there after the browser was killed, and arrives', async ({
  server,
  network,
}) => {
  const { learner: noura } = await mentorWith(server)
  const phone = new Phone()
  try {
    await finishPage(noura, cutsOf('en'), 'pressure')
    const page = await phone.open()
    await bringIn(page, noura)
    await page.goto(`${network.origin}${cutsPath('en')}/3`)
    await untilSaved(page, noura)
    await page.reload()
    await expect.poll(() => hasAllScreens(page)).toBe(true)
    await expect.poll(() => phone.hasStored(noura.session.uid), { timeout: 30_000 }).toBe(true)
    network.stop()
    await answer['first-step']?.(page, 'en')
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/4$/)
    await goInside(page, '/messages')
    await talk(page).say('Before the battery was empty')
    await expect(talk(page).bubble('Before the battery was empty')).toBeVisible()
    await phone.kill()

    const again = await phone.open()
    await again.goto(`${network.origin}/messages`)
    await expect(talk(again).bubble('Before the battery was empty')).toBeVisible()
    await goInside(again, '/')
    await again.locator('.unsaved').getByRole('button', { name: texts.en.outbox.show }).click()
    await expect(again.getByRole('dialog').getByRole('article')).toHaveCount(2)
    await network.start()
    await expect(again.getByText(texts.en.outbox.allSent)).toBeVisible({ timeout: 60_000 })
    expect((await progressOf(noura, cutsOf('en')))?.answers['first-step']).toBeDefined()
  } finally {
    await phone.remove()
  }
})
