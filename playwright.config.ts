import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/chromium.ts'

const chromium = findChromium()

export default defineConfig({
  testDir: 'e2e',
  // Two cores are what a small machine has.
  workers: 2,
  fullyParallel: true,
  // A machine that somebody else keeps busy drops a step now and then; test.mjs says how often.
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  // Ends what hangs, not what is slow.
  timeout: 120_000,
  // A puzzle for the bot check takes its time where two browsers share two cores.
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'list',
  metadata: { chromium },
  use: {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
