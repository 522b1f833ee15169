import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './build/boot-script.ts'
import { fetchPieces } from './build/fetch-pieces.ts'
import { flags } from './build/flags.ts'
import { inlineStyles } from './build/inline-styles.ts'
import { withoutSentences } from './build/without-sentences.ts'
import { withoutShapes } from './build/without-shapes.ts'
import { allCalls } from './contract/calls/all-calls.ts'
import { compiledTexts } from './web/i18n/compile-texts.ts'

const api = `http://localhost:${process.env.API_PORT ?? 3001}`
/** The first two parts of each call's path: our own source folders may have the name of the first. */
const callPrefixes = allCalls.map(({ path }) => `${path.split('/', 3).join('/')}/`)
const MEDIA = '^/media/.*\\.(mp3|mp4|webm|vtt|png|jpe?g|webp|svg)$'

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    fetchPieces(),
    compiledTexts(),
    withoutShapes(),
    withoutSentences(),
    bootScript(),
    inlineStyles(),
    flags(),
  ],
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
    modulePreload: {
      polyfill: false,
      // A piece itself, and what it needs; but what is there before anything can be fetched by the way need not be listed.
      resolveDependencies: (piece, needed) =>
        [...new Set([piece, ...needed])].filter(
          file => !/\/(frame|common|app|fetch-piece|rolldown-runtime)-/.test(file),
        ),
    },
    rolldownOptions: {
      // On a busy machine the first start would print where the build took its time.
      checks: { bundlerTimings: false },
      output: {
        // Fewer and larger files compress better; what only signed-in people need stays apart from what all need.
        codeSplitting: {
          groups: [
            // Runs in every browser, also in one that must be told that it lacks what all the rest needs.
            { name: 'fetch-piece', test: /(vite\/preload-helper|web\/fetch-piece)/, priority: 1 },
            {
              name: 'frame',
              // `later` would otherwise go into the outbox, and take that to the sign-in.
              test: /node_modules\/(react|react-dom|scheduler|use-intl|icu-minify)|web\/ui\/later\./,
            },
            // Firebase's parts bring an idb of their own, and stay where nobody loads them who does not use it.
            { name: 'data', test: /(?<!@firebase\/.*)node_modules\/(idb|@tanstack\/.*query)/ },
            {
              name: 'common',
              // Styles stay with the chunks that need them, and so does what no screen begins with.
              test: /(web\/(messages\/messenger\.|ui\/(?!dialog|own-script|switch|field|load-failed)|i18n|analytics|settings|router|shell|api|session)|contract\/(?!sign-in|pages|messages|push|inbox|text\/encoded-text)).*(?<!\.css)$/,
              minShareCount: 2,
            },
            // What carries recordings and messages comes with where they are made.
            {
              name: 'outbox',
              test: /web\/outbox\/(?!(adopt|adopt-drafts|kept-recordings|send-.*|sent-messages|saved-recordings|message-letter|as-owner|uploads?)\.).*\.ts$/,
            },
          ],
        },
      },
    },
  },
  worker: {
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/workers/[name]-[hash].js',
        assetFileNames: 'assets/workers/[name]-[hash][extname]',
      },
    },
  },
  server: { proxy: Object.fromEntries([...callPrefixes, '/health/', MEDIA].map(path => [path, api])) },
})
