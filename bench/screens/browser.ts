import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../e2e/chromium.ts'
import playwright from '../../e2e/playwright.config.ts'

/** The Chromium of the journeys, with their flags or others; undefined if it is not available. */
export async function openChromium(options = playwright.use?.launchOptions): Promise<Browser | undefined> {
  if (findChromium()) return chromium.launch(options)
  console.log('Not measured: there is no Chromium on this machine (apt install chromium, or set CHROMIUM).')
  return undefined
}

/** A first visit: nothing cached, nothing stored. */
export function newPhone(browser: Browser): Promise<BrowserContext> {
  const { viewport, hasTouch } = playwright.use ?? {}
  return browser.newContext({ viewport: viewport ?? null, hasTouch: hasTouch ?? false })
}

/** Runs in the page: milliseconds from opening until React, not the prerendered markup, controls an element. */
export function aliveAt(selector: string): number | false {
  const element = document.querySelector(selector)
  return element !== null && Object.keys(element).some(name => name.startsWith('__reactProps')) && performance.now()
}

/** Runs in the page: milliseconds from opening until there is such an element. */
export function thereAt(selector: string): number | false {
  return document.querySelector(selector) !== null && performance.now()
}
