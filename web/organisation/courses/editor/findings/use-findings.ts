import { useEffect, useMemo, useRef, useState } from 'react'
import { checkDraft, type Finding } from '../../../../../contract/organisation/checking/findings.ts'
import type { Draft } from '../../../../../contract/organisation/drafts.ts'
import { call } from '../../../../api.ts'
import { draftValueAt } from '../../../../editor/draft/draft-tree.ts'
import type { LocalDraft } from '../../../../editor/draft/writing.ts'
import { useLanguage } from '../../../../i18n/language-provider.tsx'

const PAUSE_MS = 800

type Checked = { draft: Draft | undefined; findings: readonly Finding[] }

/** The findings of the import for the draft, loaded again after each pause in writing. */
export function useFindings(courseId: string, writing: LocalDraft | undefined): readonly Finding[] {
  const { language } = useLanguage()
  const [checked, setChecked] = useState<Checked>({ draft: undefined, findings: [] })
  const base = useRef(writing?.base)
  base.current = writing?.base
  const revision = writing?.base.revision
  const pending = writing?.pending
  const asked = useRef<{ for: string; stop: AbortController }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause again.
  useEffect(() => {
    const state = `${courseId} ${revision} ${language}`
    if (revision === undefined || asked.current?.for === state) return
    const timer = setTimeout(async () => {
      asked.current?.stop.abort()
      const stop = new AbortController()
      asked.current = { for: state, stop }
      const draft = base.current
      const asking = call(checkDraft, { params: { id: courseId }, query: { language } }, { signal: stop.signal })
      const reply = await asking.catch(() => undefined)
      if (stop.signal.aborted) return
      if (reply) setChecked({ draft, findings: reply.data.findings })
      // Without a network the earlier findings stay, and the next edit asks again.
      else asked.current = undefined
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [courseId, revision, language, pending])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply about another course, or in another language, is late.
  useEffect(
    () => () => {
      asked.current?.stop.abort()
      asked.current = undefined
    },
    [courseId, language],
  )
  return useUnchanged(useMemo(() => notChangedSince(checked, writing?.draft), [checked, writing?.draft]))
}

/**
 * Leaves out findings about a text that its author has changed since the check. The mistake may be corrected, and the
 * next check finds out.
 */
export function notChangedSince({ draft, findings }: Checked, now: Draft | undefined): readonly Finding[] {
  if (!draft || !now) return findings
  return findings.filter(({ path }) => {
    if (!path) return true
    const value = draftValueAt(now, path)
    return typeof value === 'object' || value === draftValueAt(draft, path)
  })
}

/** The same list as long as it has the same entries, so that typing does not render the outline again. */
function useUnchanged(findings: readonly Finding[]): readonly Finding[] {
  const last = useRef(findings)
  const isSame = findings.length === last.current.length && findings.every((one, index) => one === last.current[index])
  if (!isSame) last.current = findings
  return last.current
}

/** The findings of a lesson or page, with those of everything in it. */
export function findingsIn(findings: readonly Finding[], path: readonly string[]): readonly Finding[] {
  return findings.filter(finding => path.every((key, index) => finding.path?.[index] === key))
}
