import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../../e2e/chromium.ts'
import playwright from '../../e2e/playwright.config.ts'

/**
 * Starts Chromium without a window, because a phone has no desktop around the page. Only a microphone needs a window.
 * JavaScript is optimized, as on a phone. Returns undefined if this machine has no Chromium.
 */
export async function openChromium({ hasWindow = false } = {}): Promise<Browser | undefined> {
  const { launchOptions } = playwright.use ?? {}
  const options = hasWindow ? launchOptions : { ...launchOptions, executablePath: findHeadlessShell() ?? '' }
  const args = options?.args?.filter(argument => !argument.startsWith('--js-flags'))
  if (findChromium()) return chromium.launch({ ...options, args })
  console.log('Not measured: there is no Chromium on this machine (apt install chromium, or set CHROMIUM).')
  return undefined
}

/** A first visit: nothing cached, nothing stored. */
export function newPhone(browser: Browser): Promise<BrowserContext> {
  const { viewport, hasTouch } = playwright.use ?? {}
  return browser.newContext({ viewport: viewport ?? null, hasTouch: hasTouch ?? false })
}

/** Runs in the page: milliseconds from opening until React, not the prerendered markup, controls an element. */
export function interactiveAt(selector: string): number | false {
  const element = document.querySelector(selector)
  return element !== null && Object.keys(element).some(name => name.startsWith('__reactProps')) && performance.now()
}
