import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './build/boot-script.ts'
import { inlineStyles } from './build/inline-styles.ts'
import { compiledMessages } from './web/i18n/compile-messages.ts'

const API = '^/(disciple|auth|identity|settings|analytics|messenger|media|health)(/|$)'

export default defineConfig({
  root: 'web',
  plugins: [react(), compiledMessages(), bootScript(), inlineStyles()],
  resolve: {
    alias: {
      // Messages are compiled at build; without this the parser of ICU syntax would travel to every phone.
      'use-intl/format-message': fileURLToPath(import.meta.resolve('use-intl/format-message/format-only')),
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Android's Chrome of 2022 and later: many cheap phones never get a newer one.
    target: 'chrome100',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { [API]: `http://localhost:${process.env.API_PORT ?? 3001}` } },
})
