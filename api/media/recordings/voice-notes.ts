/**
 * The lesson and page of every recording that belongs to a message. The columns and the names of recordings were made
 * for answers on pages, and none may be null.
 */
export const VOICE_NOTE = { lessonId: 'voice-note', pageId: '', pageNumber: 1 } as const
