"""Small invented sessions, one of each format and shape, for the tests of detection and of damage."""

from typing import Final

CLAUDE_CODE: Final = (
    '{"type":"summary","summary":"Title of another session","leafUuid":"x"}\n'
    '{"parentUuid":null,"isSidechain":false,"sessionId":"s-1","type":"user","uuid":"u1","timestamp":'
    '"2026-03-01T08:00:05.000Z","message":{"role":"user","content":"One retry at most. <system-reminder>\\n'
    'Old note.\\n</system-reminder>"}}\n'
    '{"parentUuid":"u1","sessionId":"s-1","type":"assistant","uuid":"a1","timestamp":"2026-03-01T09:00:09+01:00",'
    '"message":{"id":"msg_1","role":"assistant","content":[{"type":"thinking","thinking":"A limit."}]}}\n'
    '{"parentUuid":"a1","sessionId":"s-1","type":"assistant","uuid":"a2","timestamp":"2026-03-01T08:00:10Z",'
    '"message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":'
    '{"file_path":"importer.py","limit":3}}]}}\n'
    '{"parentUuid":"a2","sessionId":"s-1","type":"user","uuid":"u2","timestamp":"2026-03-01T08:00:11Z","message":'
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":'
    '"     1→MAX = 3"},{"type":"image","source":{"type":"base64","data":"AAAA"}}]}]}}\n'
    '{"sessionId":"s-1","type":"progress","data":{"type":"agent_progress","message":{"type":"user","uuid":"p1",'
    '"timestamp":"2026-03-01T08:00:12Z","message":{"role":"user","content":"Find MAX."}}}}\n'
    '{"sessionId":"s-1","type":"system","subtype":"local_command","uuid":"y1","content":"<command-name>/cost'
    '</command-name>"}\n'
    '{"sessionId":"s-1","type":"user","uuid":"u1","message":{"role":"user","content":"One retry at most."}}\n'
    '{"sessionId":"s-1","type":"user","message":{"role":"user","content":"Without a uuid."}}\n'
).encode()

CODEX: Final = (
    b'{"timestamp":"2026-03-02T10:00:00.000Z","type":"session_meta","payload":{"id":"c-1","source":"cli",'
    b'"instructions":null}}\n'
    b'{"timestamp":"2026-03-02T10:00:01.100Z","type":"response_item","payload":{"type":"message","role":"user",'
    b'"content":[{"type":"input_text","text":"Keep port 7012."}]}}\n'
    b'{"timestamp":"2026-03-02T10:00:01.100Z","type":"event_msg","payload":{"type":"user_message","message":'
    b'"Keep port 7012."}}\n'
    b'{"timestamp":"2026-03-02T10:00:02.000Z","type":"response_item","payload":{"type":"reasoning","summary":'
    b'[{"type":"summary_text","text":"Check."}],"content":null}}\n'
    b'{"timestamp":"2026-03-02T10:00:03.000Z","type":"response_item","payload":{"type":"function_call","name":'
    b'"exec","arguments":"{\\"cmd\\":[\\"grep\\",\\"port\\"]}","call_id":"k1"}}\n'
    b'{"timestamp":"2026-03-02T10:00:04.000Z","type":"response_item","payload":{"type":"function_call_output",'
    b'"call_id":"k1","output":"{\\"output\\":\\"port = 7012\\",\\"metadata\\":{\\"exit_code\\":0}}"}}\n'
    b'{"timestamp":"2026-03-02T10:00:06.000Z","type":"compacted","payload":'
    b'{"message":"So far: port 7012."}}\n'
)

CODEX_LEGACY: Final = (
    b'{"id":"c-0","timestamp":"2025-03-01T09:00:00.000Z","instructions":null,"git":{}}\n'
    b'{"record_type":"state"}\n'
    b'{"type":"message","role":"user","content":[{"type":"input_text","text":"Use tabs."}]}\n'
    b'{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}\n'
)

PLAIN_CHAT: Final = (
    b'{"role":"system","content":"Be brief."}\n'
    b'{"role":"user","content":"Which port?","timestamp":"2026-03-01T10:00:00"}\n'
    b'{"role":"assistant","content":null,"tool_calls":[{"id":"k1","function":{"name":"look","arguments":'
    b'"{\\"key\\":\\"port\\"}"}}]}\n'
    b'{"role":"tool","tool_call_id":"k1","content":"7012"}\n'
    b'{"role":"assistant","content":[{"type":"text","text":"It is 7012."}]}\n'
)

CONVERSATIONS: Final = (
    b'{"messages":[{"role":"user","content":"Hello."},{"role":"assistant","content":"Good day."}]}\n'
    b'{"messages":[{"role":"user","content":"Hello."},{"role":"assistant","content":"Good evening."}]}\n'
)

CHATGPT: Final = b"""[{"title":"Ports","conversation_id":"g-1","current_node":"m3","mapping":{
"root":{"parent":null,"children":["m1"],"message":null},
"m1":{"parent":"root","children":["m2","m4"],"message":{"id":"m1","author":{"role":"user"},"create_time":1767225600.5,
"content":{"content_type":"text","parts":["Which port? {[\\"]}"]}}},
"m2":{"parent":"m1","children":["m3"],"message":{"id":"m2","author":{"role":"assistant"},"recipient":"python",
"content":{"content_type":"code","language":"python","text":"print(7012)"}}},
"m3":{"parent":"m2","children":[],"message":{"id":"m3","author":{"role":"tool","name":"python"},
"content":{"content_type":"execution_output","text":"7012"}}},
"m4":{"parent":"m1","children":[],"message":{"id":"m4","author":{"role":"assistant"},
"content":{"content_type":"text","parts":["7021"]}}}}},
{"title":"Empty","id":"g-2","mapping":{}}]
"""

MARKDOWN_CHAT: Final = b"""# Ports

## User (2026-03-01T10:00:00Z)

Which port?

```text
## Assistant
this is code
```

## Assistant

It is 7012.

User: is what people type here

## User

Thanks.
"""

ALL: Final = {
    "claude-code": CLAUDE_CODE,
    "codex": CODEX,
    "codex-legacy": CODEX_LEGACY,
    "plain-chat": PLAIN_CHAT,
    "conversations": CONVERSATIONS,
    "chatgpt": CHATGPT,
    "markdown-chat": MARKDOWN_CHAT,
}
