import { useTranslations } from 'use-intl'
import { updateEntry } from '../router/router.ts'
import { useLocation } from '../router/use-location.ts'
import { Icon } from '../ui/icon.tsx'
import type { KnownUser } from '../user/load-user.ts'

/** The uid of the account that the team's link asks to merge. Only its person can merge it, so the uid is no secret. */
export function useMergeLink(): string | null {
  return new URLSearchParams(useLocation().search).get('merge')
}

/** Removes the uid from the URL: otherwise a reload would open the dialog again. The rest of the query stays. */
export function dropMergeLink(): void {
  const query = new URLSearchParams(location.search)
  query.delete('merge')
  const rest = String(query)
  updateEntry({ search: rest && `?${rest}` })
}

/** Says why a link of the team does not open the dialog here. */
export function MergeLinkNote({ user: { uid, email, mentorId, formerUids } }: { user: KnownUser }) {
  const t = useTranslations('merge')
  const linked = useMergeLink()
  const isOpened = linked === uid && !email && mentorId === null
  if (linked === null || isOpened) return null
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p>{t(textOf())}</p>
    </div>
  )

  function textOf() {
    if (linked !== null && formerUids.includes(linked)) return 'linkDone'
    if (linked !== uid) return 'linkOfOther'
    return mentorId === null ? 'linkNeedless' : 'linkOfMentor'
  }
}
