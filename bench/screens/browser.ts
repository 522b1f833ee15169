import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../e2e/chromium.ts'
import playwright from '../../e2e/playwright.config.ts'

/** The Chromium of the journeys, with their flags or others; undefined where there is none. */
export async function openChromium(options = playwright.use?.launchOptions): Promise<Browser | undefined> {
  if (findChromium()) return chromium.launch(options)
  console.log('Not measured: there is no Chromium on this machine (apt install chromium, or set CHROMIUM).')
  return undefined
}

/** A phone that was never here before: nothing cached, nothing stored. */
export function newPhone(browser: Browser): Promise<BrowserContext> {
  const { viewport, hasTouch } = playwright.use ?? {}
  return browser.newContext({ viewport: viewport ?? null, hasTouch: hasTouch ?? false })
}

/** Runs in the page: milliseconds since it was opened, once React, not the prerendered markup, answers to an element. */
export function aliveAt(selector: string): number | false {
  const element = document.querySelector(selector)
  return element !== null && Object.keys(element).some(name => name.startsWith('__reactProps')) && performance.now()
}
