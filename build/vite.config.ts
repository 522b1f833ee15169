import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { allCalls } from '../contract/all-calls.ts'
import { compiledTexts } from '../web/i18n/compile-texts.ts'
import { bootScript } from './boot-script.ts'
import { chunkGroups } from './chunks.ts'
import { countryFlags } from './country-flags.ts'
import { inlineStyles } from './inline-styles.ts'
import { loadChunks, missingFiles } from './load-chunks.ts'
import { stripMessages } from './strip-messages.ts'
import { stripReact } from './strip-react.ts'
import { stripSchemas } from './strip-schemas.ts'

const api = `http://localhost:${process.env.API_PORT ?? 3001}`
/** The first two parts of each call's path. One is not enough: a source folder may have the same name. */
const callPrefixes = allCalls.map(({ path }) => `${path.split('/', 3).join('/')}/`)
const MEDIA = '^/media/.*\\.(mp3|mp4|webm|vtt|png|jpe?g|webp|svg)$'

/** Short hashes, because most files name other files, and hashes do not compress. */
const HASH = '[hash:7]'

const inWeb = (path: string) => fileURLToPath(new URL(`../web/${path}`, import.meta.url))

export default defineConfig({
  root: inWeb(''),
  plugins: [
    react(),
    loadChunks(),
    compiledTexts(),
    stripSchemas(),
    stripMessages(),
    stripReact(),
    bootScript(),
    inlineStyles(),
    countryFlags(),
  ],
  resolve: {
    alias: {
      // Messages are compiled during the build; otherwise every phone would load the ICU parser.
      'use-intl/format-message': fileURLToPath(import.meta.resolve('use-intl/format-message/format-only')),
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Android's Chrome of 2022 and later: many cheap phones never get a newer one.
    target: 'chrome100',
    modulePreload: {
      polyfill: false,
      resolveDependencies: missingFiles,
    },
    rolldownOptions: {
      // During the first start on a busy machine, this would print the time of each plugin.
      checks: { bundlerTimings: false },
      input: [inWeb('index.html'), inWeb('lessons/first-words.ts')],
      output: {
        entryFileNames: `assets/[name]-${HASH}.js`,
        chunkFileNames: `assets/[name]-${HASH}.js`,
        assetFileNames: `assets/[name]-${HASH}[extname]`,
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  worker: {
    rolldownOptions: {
      output: {
        entryFileNames: `assets/workers/[name]-${HASH}.js`,
        assetFileNames: `assets/workers/[name]-${HASH}[extname]`,
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [...callPrefixes, '/health/', '/metrics', '/openapi.json', '/manifest.webmanifest', MEDIA].map(path => [
        path,
        api,
      ]),
    ),
  },
})
