import { ApiError } from '../../../contract/calls/api-error.ts'
import { editDraft } from '../../../contract/organisation/drafts.ts'
import { type AppliedEdit, EDITS_AT_ONCE, type Edit } from '../../../contract/organisation/edits.ts'
import { call } from '../../api.ts'
import type { openAuthorFiles } from './author-files.ts'
import { applySendReply, beginSending, withoutEdit, withoutFile, withStoredFile } from './rebase.ts'
import { type Unexpected, undoneRemovals, unexpectedIn } from './unexpected.ts'
import type { LocalDraft } from './writing.ts'

const TO_SERVER_MS = 1500
const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000]
const FLUSH_TRIES = 20
const FLUSH_PAUSE_MS = 250

type Draft = {
  uid: string
  courseId: string
  files: ReturnType<typeof openAuthorFiles>
  /** Whether the author of the draft is signed in. */
  isTheirs: () => boolean
  /** Aborted when the draft is closed. */
  closed: AbortSignal
  writing: () => LocalDraft | undefined
  edit: (make: (writing: LocalDraft) => LocalDraft) => void
  /** Called when the server did something else than the author meant. */
  tell: (outcomes: readonly Unexpected[]) => void
  refresh: () => Promise<void>
  fail: (failure: unknown) => void
  /** Called after each try. */
  tried: () => void
}

/**
 * Sends the edits of an open draft to the server, in their order, and tries again after a failure. Files are sent one
 * by one, each before the edits that need it. All other edits do not wait for files.
 */
export function editSender(draft: Draft) {
  const { uid, courseId, files, isTheirs, closed, writing, edit, tell, refresh, fail, tried } = draft
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isFileOut = false
  let hasFileFailed = false
  let areEditsOut = false
  let failures = 0
  let mostAtOnce = EDITS_AT_ONCE

  async function send(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const now = writing()
    if (!now || isSending || now.pending.length === 0 || closed.aborted) return
    if (!isTheirs()) return retry(undefined)
    void sendNextFile()
    const { writing: begun, edits, since } = beginSending(now, mostAtOnce, files.isWaiting)
    if (edits.length === 0) return
    isSending = true
    try {
      edit(() => begun)
      await sendEdits(edits, since)
    } catch (failure) {
      if (isTooLarge(failure)) return sendLess(edits)
      fail(failure)
      retry(failure)
    } finally {
      isSending = areEditsOut = false
      tried()
    }
  }

  async function sendEdits(edits: readonly Edit[], since: number): Promise<void> {
    areEditsOut = true
    const { data } = await call(editDraft, { params: { id: courseId }, body: { since, edits: [...edits] } })
    if (!hasFileFailed) failures = 0
    mostAtOnce = EDITS_AT_ONCE
    tell([...unexpectedIn(edits, data.results), ...undoneRemovals(writing(), data.others, uid)])
    edit(before => applySendReply(before, data))
    const isKnown =
      !edits.some(({ change: { op } }) => op === 'text' || op === 'file') &&
      !data.isOutdated &&
      data.results.every(({ outcome }) => outcome === 'done') &&
      isSimple(data.others)
    if (!isKnown) await refresh()
  }

  /** After a call that was too large, edits are sent one by one. An edit that is too large by itself is removed. */
  function sendLess([first, ...others]: readonly Edit[]): void {
    mostAtOnce = 1
    if (!first || others.length > 0) return
    edit(before => withoutEdit(before, first.id))
    tell([{ id: first.id, outcome: 'refused', reason: 'too-large', edit: first }])
  }

  async function sendNextFile(): Promise<void> {
    const next = writing()?.pending.find(files.isWaiting)
    if (!next || isFileOut) return
    isFileOut = true
    let isDone = false
    try {
      isDone = await sendFileOf(next)
      hasFileFailed = false
      failures = 0
    } catch (failure) {
      hasFileFailed = true
      fail(failure)
      retry(failure)
    } finally {
      isFileOut = false
      tried()
    }
    if (isDone) void send()
  }

  /** Sends the file that an edit names. Returns whether the edit no longer waits. A refused file removes its edit. */
  async function sendFileOf(next: Edit): Promise<boolean> {
    try {
      const sent = await files.send(next)
      if (sent) edit(before => withStoredFile(before, sent.brought, sent.stored))
      return sent !== undefined
    } catch (failure) {
      const digest = next.change.op === 'file' && next.change.to
      if (!digest || !(failure instanceof ApiError) || failure.code !== 'courses/bad-file') throw failure
      files.refuse(digest, failure)
      edit(before => withoutFile(before, digest))
      return true
    }
  }

  function retry(failure: unknown): void {
    const wait = failure instanceof ApiError && failure.retryAfter ? failure.retryAfter * 1000 : 0
    const pause = Math.max(wait, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
    failures++
    clearTimeout(timer)
    timer = setTimeout(send, pause)
  }

  /** Waits for the calls that are on their way, as long as the network needs. */
  async function waitForCalls(): Promise<void> {
    while (isSending || isFileOut) await new Promise(resolve => setTimeout(resolve, FLUSH_PAUSE_MS))
  }

  return {
    /** Whether edits are being sent. A file does not count: it can take minutes, and brings no news of others. */
    areEditsOut: () => areEditsOut,
    sendSoon: () => {
      if (!isSending) timer ??= setTimeout(send, TO_SERVER_MS)
    },
    /** Sends at once, without the pause after a failure. */
    tryAgain: () => void (failures > 0 && send()),
    /** Sends everything at once. Resolves to true when nothing is left, to false when something cannot be sent. */
    async flush(): Promise<boolean> {
      for (let tries = 0; tries < FLUSH_TRIES && writing()?.pending.length; tries++) {
        await waitForCalls()
        if (tries > 0 && failures > 0) break
        await send()
      }
      await waitForCalls()
      return writing()?.pending.length === 0
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Whether the edits can be applied here. Only the server knows what others restored or rewrote, and the size of a
 * file.
 */
export function isSimple(edits: readonly AppliedEdit[]): boolean {
  return edits.every(({ change: { op } }) => op !== 'restore' && op !== 'text' && op !== 'file')
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'too-large'
}
