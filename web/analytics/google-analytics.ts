import { initializeAnalytics, logEvent } from '@firebase/analytics'
import type { FirebaseApp } from '../../contract/settings.ts'
import { firebaseApp } from '../firebase-app.ts'
import type { Sink } from './track.ts'

/** Google Analytics of the Firebase project. Events name no person, and carry no path: a URL is reduced to its site. */
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
