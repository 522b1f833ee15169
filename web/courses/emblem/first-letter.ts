/**
 * The letter that stands for a course without an icon: the first of its title. In Arabic the article does not count,
 * because most titles begin with it. Empty without a letter or digit.
 */
export function firstLetter(title: string): string {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(title.replace(/^\P{L}*ال(?=\p{L}{2})/u, '')) ?? []
  return letter.toUpperCase()
}
