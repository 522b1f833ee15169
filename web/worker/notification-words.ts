import type { PushPayload } from '../../contract/push.ts'

/** Texts by language. `app` is the title that the server gives a notification without the words of a message. */
export type NotificationTexts = Record<string, { app: string; something: string; names: Record<string, string> }>

/** The words of a notification, under a neutral name if one was chosen for this phone. */
export function notificationWords(
  { title, body, language }: Pick<PushPayload, 'title' | 'body' | 'language'>,
  name: string | null,
  texts: NotificationTexts,
) {
  if (!name) return { title, body, icon: '/icon-192.png', badge: '/badge-96.png' }
  const icon = `/icons/${name}.png`
  const own = texts[language]
  // If the title differs, its reader wants to see the words of messages.
  if (!own || title !== own.app) return { title, body, icon }
  return { title: own.names[name] ?? own.something, body: own.something, icon }
}
