import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { defaultLanguage, type Language, languageCodes, languages } from '../../../contract/languages.ts'
import { LESSON_FILE_ENDING, LESSON_FILE_TYPE } from '../../../contract/lesson-files/lesson-file.ts'
import { SHARE_FIELD, SHARE_TARGET } from '../../../contract/lesson-files/share-target.ts'
import { type NeutralName, neutralNames } from '../../../contract/text/app-names.ts'
import { readTexts } from '../../texts/read-texts.ts'

type Deps = { hasMessenger: boolean; isOfflineOn: boolean }
type Query = { language?: string; name?: string }

/**
 * Serves the web app manifest, which a browser needs to install the app. The query has the language, and the name if
 * the person chose a neutral one.
 */
export function serveManifest(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: Query }>('/manifest.webmanifest', async ({ query, headers }, reply) => {
    const language = languageCodes.find(code => code === query.language) ?? defaultLanguage
    const name = neutralNames.find(name => name === query.name)
    const manifest = JSON.stringify(name ? neutralManifest(language, name) : ownManifest(language, deps))
    const etag = `"${createHash('sha256').update(manifest).digest('base64url').slice(0, 16)}"`
    reply.headers({ 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache', ETag: etag })
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.send(manifest)
  })
}

function ownManifest(language: Language, { hasMessenger, isOfflineOn }: Deps) {
  const { app, home, page } = texts[language]
  const shortcuts = [
    { name: home.continue, url: '/continue' },
    ...(hasMessenger ? [{ name: page.messages, url: '/messages' }] : []),
    ...(isOfflineOn ? [{ name: page.phone, url: '/phone' }] : []),
  ]
  return {
    ...common(language, app.title),
    description: app.subtitle,
    background_color: '#e9ecef',
    theme_color: '#01acc6',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts,
    ...(isOfflineOn ? LESSON_FILES : {}),
  }
}

/**
 * The app takes lesson files from the phone's share sheet, and from a computer's file manager. The service worker
 * answers the form (web/worker/shared-file.ts). A lesson file is shared as a text (`.sbs.txt`); a person may have
 * renamed it to `.sbs`.
 */
const LESSON_FILES = {
  share_target: {
    action: SHARE_TARGET,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: SHARE_FIELD, accept: [LESSON_FILE_TYPE, LESSON_FILE_ENDING, '.txt', '.sbs'] }] },
  },
  file_handlers: [{ action: SHARE_TARGET, accept: { 'application/x-step-by-step-lesson': ['.sbs'] } }],
}

/** Without shortcuts and a description, which would say what a neutral name hides. */
function neutralManifest(language: Language, name: NeutralName) {
  const picture = { src: `/icons/${name}.png`, sizes: '512x512', type: 'image/png' }
  return {
    ...common(language, texts[language].appName[name]),
    background_color: '#e9ecef',
    theme_color: '#e9ecef',
    icons: [
      { src: `/icons/${name}.svg`, sizes: 'any', type: 'image/svg+xml' },
      picture,
      { ...picture, purpose: 'maskable' },
    ],
  }
}

/** The same id in every language and under every name: it stays one app, which the browser can update. */
function common(language: Language, name: string) {
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    lang: language,
    dir: languages[language].direction,
    name,
    short_name: name,
    display: 'standalone',
  }
}

const texts = readTexts('app', 'appName', 'home', 'page')
