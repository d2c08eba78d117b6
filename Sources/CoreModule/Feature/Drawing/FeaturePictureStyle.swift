/// The colours of the picture, light and dark, without CSS variables, which only browsers know. Each rule is limited to the picture's
/// own class, so that it changes nothing else in a page.
enum FeaturePictureStyle {
    static let css = """
        .feature-tree text { font: 700 13px Helvetica, Arial, 'Liberation Sans', sans-serif }
        .feature-tree .title { font-size: 17px }
        .feature-tree .caption, .feature-tree .legend > text { font-size: 12px; font-weight: 400 }
        .feature-tree .badge text { font-size: 9px; text-anchor: middle }
        .feature-tree .screen .card { stroke-width: 2 }
        .feature-tree .link, .feature-tree .icon, .feature-tree .rule { fill: none }
        .feature-tree .link, .feature-tree .icon { stroke-width: 1.5 }
        .feature-tree .dashed, .feature-tree .viewless .card { stroke-dasharray: 4 3 }
        .feature-tree .canvas { fill: #ffffff; stroke: #d8dee4 }
        .feature-tree .rule { stroke: #d8dee4 }
        .feature-tree .title, .feature-tree .part .name, .feature-tree .viewless .name { fill: #1f2328 }
        .feature-tree .caption, .feature-tree .legend > text { fill: #59636e }
        .feature-tree .link { stroke: #a3adb8 }
        .feature-tree .icon { stroke: #2f6fed }
        .feature-tree .part .card, .feature-tree .viewless .card { fill: #f6f8fa; stroke: #c3cad1 }
        .feature-tree .screen .card { fill: #e3eeff; stroke: #2f6fed }
        .feature-tree .screen .name { fill: #0b2e6f }
        .feature-tree .role-B rect { fill: #dfe3e8 }
        .feature-tree .role-B text { fill: #3d444d }
        .feature-tree .role-G rect { fill: #c9f0e3 }
        .feature-tree .role-G text { fill: #0a5a45 }
        .feature-tree .role-R rect { fill: #ffe2c2 }
        .feature-tree .role-R text { fill: #7a3d00 }
        .feature-tree .role-D rect { fill: #ecdcff }
        .feature-tree .role-D text { fill: #5b2391 }
        .feature-tree .role-MVVM rect { fill: #ffd9e6 }
        .feature-tree .role-MVVM text { fill: #8f0f45 }
        @media (prefers-color-scheme: dark) {
        .feature-tree .canvas { fill: #0d1117; stroke: #30363d }
        .feature-tree .rule { stroke: #30363d }
        .feature-tree .title, .feature-tree .part .name, .feature-tree .viewless .name { fill: #e6edf3 }
        .feature-tree .caption, .feature-tree .legend > text { fill: #9198a1 }
        .feature-tree .link { stroke: #4d5661 }
        .feature-tree .icon { stroke: #5b93ff }
        .feature-tree .part .card, .feature-tree .viewless .card { fill: #1a2029; stroke: #3d444d }
        .feature-tree .screen .card { fill: #152c57; stroke: #5b93ff }
        .feature-tree .screen .name { fill: #dce9ff }
        .feature-tree .role-B rect { fill: #373e47 }
        .feature-tree .role-B text { fill: #d1d7e0 }
        .feature-tree .role-G rect { fill: #0f4638 }
        .feature-tree .role-G text { fill: #86e8c9 }
        .feature-tree .role-R rect { fill: #55340c }
        .feature-tree .role-R text { fill: #ffc680 }
        .feature-tree .role-D rect { fill: #43286a }
        .feature-tree .role-D text { fill: #dcc0ff }
        .feature-tree .role-MVVM rect { fill: #5a1b38 }
        .feature-tree .role-MVVM text { fill: #ffb3cf }
        }
        """
}
