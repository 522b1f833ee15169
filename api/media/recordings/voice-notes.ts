/**
 * The lesson and page of every recording that belongs to a message: the columns and the names of recordings were made
 * for answers on pages, and none may be empty.
 */
export const VOICE_NOTE = { lessonId: 'voice-note', pageId: '', pageNumber: 1 } as const
