import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { visibleText } from '../text/visible.ts'

/** This many of the longest replies fit into one body, in any script. */
export const SAVED_REPLIES_LIMIT = 30
export const SAVED_REPLY_LIMIT = 500

export const SavedReplies = v.pipe(v.array(visibleText(SAVED_REPLY_LIMIT)), v.maxLength(SAVED_REPLIES_LIMIT))

export const getSavedReplies = endpoint({
  method: 'GET',
  path: '/messenger/v2/savedReplies',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(v.string()) }),
})

/** Replaces all saved replies. */
export const saveReplies = endpoint({
  method: 'POST',
  path: '/messenger/v2/savedReplies',
  signedIn: true,
  body: v.object({ replies: SavedReplies }),
  reply: v.object({ success: v.literal(true), data: v.array(v.string()) }),
})
