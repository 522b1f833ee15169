import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Language } from '../../../contract/languages.ts'
import { remembered } from '../remembered.ts'

const choice = remembered('sbs.captions', ['on', 'off'])

/**
 * What is said in a film, at the moment it is said. The browser reads the track, and we show it: in a size
 * that can be read on a phone, and above our controls, which cover the place where a browser shows captions.
 */
export function useCaptions({ source, language }: { source: string | undefined; language: Language }) {
  const ref = useRef<HTMLTrackElement>(null)
  const [said, setSaid] = useState('')
  const isOn = useSyncExternalStore(choice.onChoice, choice.read) !== 'off'
  useEffect(() => {
    const track = ref.current?.track
    if (!track) return
    track.mode = 'hidden'
    track.oncuechange = () => setSaid(textOf(track.activeCues))
  }, [])
  return {
    isOn,
    toggle: () => choice.choose(isOn ? 'off' : 'on'),
    track: source && <track ref={ref} kind="captions" src={source} srcLang={language} />,
    caption: isOn && said && (
      <p className="caption" lang={language} dir="auto" aria-hidden="true">
        <span>{said}</span>
      </p>
    ),
  }
}

/** Cues may carry marks, which are not for reading. */
function textOf(cues: TextTrackCueList | null): string {
  return Array.from(cues ?? [], cue => (cue as VTTCue).text.replace(/<[^>]*>/g, '')).join('\n')
}
