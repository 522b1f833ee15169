import { SHARE_FIELD, SHARE_TARGET, SHARED_CACHE } from '../../contract/lesson-files/share-target.ts'

/** Key of the file that the phone's share sheet gave to the installed app. It is stored until the page takes it. */
export const SHARED_FILE = '/shared-file'

/** Any site can send a form, so the size is limited. A larger file can be chosen on the page. */
const LIMIT_BYTES = 200_000_000

/** Stores the file and opens the page for it. The lesson is added only when the person presses a button there. */
export async function receiveSharedFile(request: Request): Promise<Response> {
  try {
    const file = (await request.formData()).get(SHARE_FIELD)
    if (file instanceof File && file.size <= LIMIT_BYTES)
      await (await caches.open(SHARED_CACHE)).put(SHARED_FILE, new Response(file))
  } catch (reason) {
    // Without room, the page asks for the file.
    console.debug('No shared file', reason)
  }
  return Response.redirect(SHARE_TARGET, 303)
}
