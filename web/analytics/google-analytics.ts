import { initializeAnalytics, logEvent } from '@firebase/analytics'
import type { FirebaseApp } from '../../contract/settings.ts'
import { firebaseApp } from '../firebase-app.ts'
import type { Sink } from './track.ts'

/** Google Analytics of the Firebase project. Events name no person. A URL is sent as its site only. */
export function googleAnalytics(app: FirebaseApp): Sink {
  const analytics = initializeAnalytics(firebaseApp(app), {
    config: {
      send_page_view: false,
      page_location: location.origin,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    },
  })
  return events => {
    for (const { name, params } of events) logEvent<string>(analytics, name, params)
  }
}
