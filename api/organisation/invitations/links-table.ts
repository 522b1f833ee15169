import type { Language } from '../../../contract/languages.ts'
import type { ListedRow, ListLink } from '../../../contract/organisation/invitation-lists.ts'
import { invitationUrl } from '../../mentors/invitations.ts'
import { nameInFile } from '../../team/namesakes.ts'
import { readTexts } from '../../texts/read-texts.ts'
import type { FileTable } from '../reports/files/file-table.ts'

const texts = readTexts('invite')

/** The people of a list who have a link of their own. `digits` tell mentors of one name apart. */
export function linksIn(
  rows: readonly ListedRow[],
  publicUrl: string,
  digits: ReadonlyMap<number, string>,
): ListLink[] {
  return rows.flatMap(({ name, phoneNumber, mentor, code, state }) => {
    if (state !== 'linked' || code === null) return []
    const named = mentor && nameInFile(mentor.name, digits.get(mentor.id))
    return { name, phoneNumber, mentor: named, link: invitationUrl(publicUrl, code) }
  })
}

export function linksTable(links: readonly ListLink[], language: Language): FileTable {
  const t = texts[language].invite.list
  const rows = links.map(({ name, phoneNumber, mentor, link }) => [name, phoneNumber, mentor, link])
  // The time zone does not matter, because no cell has a time.
  const timeZone = 'UTC'
  return { title: t.linksFile, language, timeZone, rows: [[t.name, t.phone, t.mentor, t.link], ...rows] }
}
