/** The path and the field of the form by which a phone's share sheet gives a file to the installed app. */
export const SHARE_TARGET = '/lesson-file'
export const SHARE_FIELD = 'file'
/** The service worker stores the file in this cache until the page takes it. */
export const SHARED_CACHE = 'sbs.shared'
