# Makes a source file of a module one of the merged module: without imports of its own modules and access levels, with the module's own
# dictionaries (Web/Shared/Collections.swift), and with constants that need no initialization at run time.
/^(public |package |internal )?import Windowbox/d
s/@(inlinable|usableFromInline) //g
/^ *@(inlinable|usableFromInline)$/d
s/(^|[ (])(public|package) (init|func|struct|enum|class|final|static|var|let|extension|protocol|mutating|subscript|typealias|indirect|private|fileprivate|internal|prefix)/\1\3/
s/static let (\w+) = (Kind|Code)\((\"[^\"]*\")\)$/static var \1: \2 { \2(\3) }/
s/\[([A-Z][A-Za-z.0-9]*): (\([^]]*\)|[A-Z][A-Za-z.0-9]*)\]/Map<\1, \2>/g
s/\[:\]/Map()/g
# The module's own texts don't make literals of other types.
s/(struct URIReference: Hashable, Sendable), ExpressibleByStringLiteral/\1/
/^ *init\(stringLiteral text: String\) \{ self\.init\(text\) \}$/d
# The page reads playlists leniently and sends no CMCD data, so what only these need goes.
s/var isStrict: Bool \{ options\.mode == \.strict \}/var isStrict: Bool { false }/
s/private let client: CommonMediaClientData\?$/private var client: CommonMediaClientData? { nil }/
/^ *client = configuration\.commonMediaClientData$/d
# Embedded Swift has no key paths.
s/\.map\(\\\.(\w+)\)/.map { $0.\1 }/g
