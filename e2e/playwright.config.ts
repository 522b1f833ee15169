import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { putFilesInMemory } from '../testing/files-in-memory.ts'
import { findChromium, findHeadlessShell } from './chromium.ts'

putFilesInMemory()

// The cache saves each worker one to two seconds of the processor, which it would need to compile the journeys.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

/**
 * Playwright notes where each of its calls comes from. Its own function for that copies each of fifty frames and looks
 * for a source map, which took a sixth of a worker's processor time. Node keeps every line of TypeScript in its place,
 * so the stack that the engine writes itself is right.
 */
if (process.env.PW_DISABLE_TS_ESM) Object.assign(Error, { prepareStackTrace: undefined })

const chromium = findChromium()
const headlessShell = findHeadlessShell()

/**
 * Journeys that need notifications, or a microphone that can be denied: only a browser with a window has these. Without
 * a window, the sounds of authors failed once in ten runs. Nobody knows why yet.
 */
const WITH_WINDOW = ['author-sounds.spec.ts', 'no-microphone.spec.ts', 'notifications.spec.ts']

/**
 * A window loads two pages for its address bar, which costs more than most journeys. Chromium uses only the last list
 * of features, so this one also has the features of Playwright's list (chromiumSwitches.ts there).
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const args = [
  `--disable-features=${WITHOUT_FEATURES}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // A microphone that beeps once a second. `permissions: ['microphone']` lets a journey use it.
  '--use-fake-device-for-media-stream',
]

/** A journey opens new pages all the time. A process for each page costs more than it gives. */
const ONE_PROCESS = '--renderer-process-limit=1'
/** Grants the microphone without asking: the browser without a window has nobody to ask. */
const GRANTED = '--use-fake-ui-for-media-stream'
/** Pages are left too soon for optimized code to pay. */
const NOT_OPTIMIZED = '--js-flags=--no-opt --no-maglev'

/** The window itself must not have animations either. */
export const NOTHING_MOVES = '--force-prefers-reduced-motion'

const withWindow = optionsOf(chromium, [NOT_OPTIMIZED, NOTHING_MOVES])
export const withoutWindow = optionsOf(headlessShell, [NOT_OPTIMIZED, ONE_PROCESS, GRANTED])

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './prepare-data.ts',
  // A small machine has two cores. While two journeys wait, a third one can work.
  workers: 3,
  fullyParallel: true,
  // On a busy machine a journey fails now and then, and bin/test.mjs reports how often.
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  // Ends a journey that hangs, but not one that is slow.
  timeout: 120_000,
  // The challenge takes long if two browsers share two cores.
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : 'list',
  metadata: { chromium },
  use: {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    // If Playwright holds a load a second time (test.ts), the load fails before the journey's time is over.
    navigationTimeout: 45_000,
    // A journey that is not about the service worker sees each request that its page makes.
    serviceWorkers: 'block',
    // Each frame of an animation is drawn by the processor. In Arabic, first-visit.spec.ts has animations.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: withWindow,
  },
  projects: [
    // These come first, because they wait most: beside them the tests of the api keep the cores busy. Each worker
    // starts a window and a server. A worker of one project cannot help the other project.
    { name: 'with a window', testMatch: WITH_WINDOW, workers: 1 },
    { name: 'headless', testIgnore: WITH_WINDOW, use: { launchOptions: withoutWindow } },
  ],
})

function optionsOf(executablePath: string | undefined, more: string[]) {
  return { args: [...args, ...more], ...(executablePath ? { executablePath } : {}) }
}
