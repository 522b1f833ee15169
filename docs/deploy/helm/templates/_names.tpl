{{- define "names.labels" -}}
app.kubernetes.io/name: step-by-step
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
