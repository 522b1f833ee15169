import type { DraftFile, DraftPage } from '../../../../contract/organisation/drafts.ts'
import type { DraftCosts } from '../../../../contract/organisation/media/author-files.ts'
import { filesIn } from '../../../editor/files-in.ts'

/**
 * Bytes that a learner loads for these pages: each of their files once. Captions are loaded when they are switched on.
 */
export function costOf(
  files: readonly Pick<DraftFile, 'name'>[],
  pages: readonly Pick<DraftPage, 'fields'>[],
  bytesOf: (name: string) => number,
  { films, text }: DraftCosts,
): { usual: number; saving: number } {
  const used = new Set(pages.flatMap(({ fields }) => filesIn(fields)))
  const sum = { usual: text, saving: text }
  for (const { name } of files) {
    const plain = name.replace(/^media\//, '')
    if (!name.startsWith('media/') || /\.vtt$/i.test(name) || !used.has(plain)) continue
    const film = films.find(one => one.name === name)
    sum.usual += film?.usual ?? bytesOf(plain)
    sum.saving += film?.saving ?? bytesOf(plain)
  }
  return sum
}
