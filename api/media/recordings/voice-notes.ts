/**
 * The place of every recording that belongs to a message, in the columns for lesson and page: the table and the names of
 * recordings were made for answers on pages, and leave none of them empty.
 */
export const VOICE_NOTE = { lessonId: 'voice-note', pageId: '', pageNumber: 1 } as const
